c// Tiles of 4 over 10 elements: the third tile is half outside.

// cute: let tiles = logical_divide(10:1, 4:1)
//~^ needs-predicate
