c// Composition takes two operands.

// cute: show composition((4,8):(1,4))
//~^ argument-count
