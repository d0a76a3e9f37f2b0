c// One mode steps through memory, the other through coordinates.

// cute: let A = (4,8):(1,1@1)
//~^ mixed-strides
