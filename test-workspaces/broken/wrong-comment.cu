// Nobody can hold this swizzle: the three bits that are read and the three that change overlap.

auto layout = smem_layout();  // Sw<3,4,2> o 0 o (8,64):(64,1)
//~^ wrong-comment
