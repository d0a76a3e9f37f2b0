c// No mode has size 0.

// cute: let A = (4,0):(1,4)
//~^ invalid-layout
