c// M cannot be both.

// cute: with M = 5120
// cute: with M % 100 == 0
//~^ contradiction
