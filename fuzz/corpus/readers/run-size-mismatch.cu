c// 64 elements into 32.

// cute: run copy (8,8):(1,8) -> (8,4):(1,8) : f32
//~^ run-size-mismatch
