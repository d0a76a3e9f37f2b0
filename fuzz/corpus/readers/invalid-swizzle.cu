c// The three bits that are read and the three that change overlap.

// cute: show Sw<3,4,2> o 0 o (8,64):(64,1)
//~^ invalid-swizzle
