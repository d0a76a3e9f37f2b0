c// `/` divides sizes exactly; `ceil_div` rounds up.

// cute: let tiles = 10 / 4
//~^ inexact-division
