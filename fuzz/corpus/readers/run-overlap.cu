c// Coordinates (4,0) and (0,1) of the destination are one element.

// cute: run copy (8,8):(1,8) -> (8,8):(1,4) : f32
//~^ run-overlap
