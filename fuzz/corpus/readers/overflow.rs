r//! The size of this layout does not fit in 64 bits.

// cute: show (2147483647,2147483647,2147483647):(1,1,1)
//~^ overflow
