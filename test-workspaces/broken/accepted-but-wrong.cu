// CuTe compiles this composition, but its result is another function: R(2) is 3, A(B(2)) is 7.

// cute: let A = (4,6,8):(2,3,5)
// cute: let R = composition(A, 6:3)
//~^ accepted-but-wrong
