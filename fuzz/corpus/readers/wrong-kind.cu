c// A swizzle has no size.

// cute: show size(Sw<3,4,3>)
//~^ wrong-kind
