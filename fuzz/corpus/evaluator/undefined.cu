c// A stride of 3 does not continue where a mode of 4 elements, 2 apart, ends.

// cute: show left_inverse((4,2):(2,3))
//~^ undefined
