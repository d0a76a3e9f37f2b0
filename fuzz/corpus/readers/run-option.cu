c// There is no such element type.

// cute: run copy (8,8):(1,8) -> (8,8):(8,1) : f31
//~^ run-option
