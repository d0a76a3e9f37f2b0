c// A name is missing, a colon too many: each statement is read for itself, so the last one keeps its answer.

// cute: let = (4,8):(1,4)
//~^ syntax
// cute: show (4,8)::(1,4)
//~^ syntax
// cute: show (4,8):(1,4)
