// A layout as a tiler counts through the whole layout: 8 tiles of 4 where 6 of 2x2 were meant.

// cute: let tiles = zipped_divide((6,4):(4,1), (2,2):(1,2))
//~^ layout-as-tiler
// cute: let meant = zipped_divide((6,4):(4,1), <2,2>)
