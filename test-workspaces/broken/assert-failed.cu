// 4 by 8 are 32.

// cute: let A = (4,8):(1,4)
// cute: assert size(A) == 31
//~^ assert-failed
// cute: assert injective((4,8):(1,2))
//~^ assert-failed
