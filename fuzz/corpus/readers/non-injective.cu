c// Offsets 1, 2 and 3 are hit twice, so nothing can be said to be missing.

// cute: show complement((4,4):(1,2))
//~^ non-injective
