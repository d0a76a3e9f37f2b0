// Shape and stride nest differently: mode 1 is a tuple of two here and of three there.

// cute: let A = (4,(2,2)):(1,(4,8,16))
//~^ non-congruent
