c// Half a step is no step.

// cute: let A = (4,8):(1/2@0,1@1)
//~^ fractional-basis
