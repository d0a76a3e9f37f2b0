// A step of 6 does not divide into mode 0 of the left operand, which has 4 elements.

// cute: let A = (4,6,8):(2,3,5)
// cute: let R = composition(A, 2:6)
//~^ stride-divisibility
