// Two comments that cannot be: a stride with a leaf too many, and a swizzle that nobody can hold, for the three bits
// that are read and the three that change overlap.

auto tile = make_layout(tile_shape, tile_stride);  // (_4,_8):(_1,_4,_2)
//~^ wrong-comment
auto layout = smem_layout();                       // Sw<3,4,2> o 0 o (8,64):(64,1)
//~^ wrong-comment
