c// A tiler of three modes for a layout of two.

// cute: show zipped_divide((8,8):(1,8), <2,2,2>)
//~^ rank-mismatch
