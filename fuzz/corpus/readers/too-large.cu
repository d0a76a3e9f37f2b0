c// The offsets of four billion coordinates are not listed.

// cute: show eval_all((65536,65536):(1,65536))
//~^ too-large
