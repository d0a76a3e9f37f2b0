// 6 elements need 4 of mode 0 and then one and a half of mode 1.

// cute: let A = (4,6,8):(2,3,5)
// cute: let R = composition(A, 6:1)
//~^ shape-divisibility
