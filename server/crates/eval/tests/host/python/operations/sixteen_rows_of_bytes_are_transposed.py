import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp


@cute.jit
def main():
    one = cute.make_copy_atom(warp.LdMatrix16x16x8bOp(True, 1), cutlass.Int8)
    of_one = cute.make_tiled_copy_tv(one, cute.make_layout((4, 8)), cute.make_layout((16, 1))).layout_dst_tv_tiled
    #^ = (32,(8,2)):(16,(1,8))
    two = cute.make_copy_atom(warp.LdMatrix16x16x8bOp(True, 2, 4), cutlass.Int8)
    of_two = cute.make_tiled_copy_tv(two, cute.make_layout((4, 8)), cute.make_layout((16, 2))).layout_dst_tv_tiled
    #^ = ((4,8),(16,2)):((16,128),(1,64))
