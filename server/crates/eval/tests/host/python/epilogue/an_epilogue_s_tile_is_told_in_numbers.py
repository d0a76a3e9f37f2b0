# The extents of the tile that an epilogue stores at once, as two numbers.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.utils.blackwell_helpers import compute_epilogue_tile_size


@cute.jit
def main():
    plain = cute.make_layout(compute_epilogue_tile_size(128, 256, False, 16))
    #^ = (128,32):(1,128)
    narrow = cute.make_layout(compute_epilogue_tile_size(128, 256, False, 4, None, False))
    #^ = (128,64):(1,128)
    with_source = cute.make_layout(compute_epilogue_tile_size(128, 128, False, 32, elem_width_c=32))
    #^ = (128,16):(1,128)
    in_rows = cute.make_layout(compute_epilogue_tile_size(64, 128, True, 16, 16, d_is_m_major=False, c_is_m_major=False))
    #^ = (64,32):(1,64)
    of_six_bits = cute.make_layout(utils.blackwell_helpers.compute_epilogue_tile_size(128, 256, False, 6, 6, False, False))
    #^ = (128,128):(1,128)


main()
