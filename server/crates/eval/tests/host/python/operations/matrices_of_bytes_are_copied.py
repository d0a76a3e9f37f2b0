import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.jit
def f():
    f8 = cutlass.Float8E4M3FN
    plain = cute.make_copy_atom(warp.LdMatrix8x16x8bOp(False, 2), f8).layout_dst_tv
    #^ = (32,(4,2)):(4,(1,128))
    turned = cute.make_copy_atom(warp.LdMatrix16x8x8bOp(True, 4, 6), f8)
    source, target = turned.layout_src_tv, turned.layout_dst_tv
    #^ source = ((2,2,4,2),16):((16,128,32,256),1)
    #^ target = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))
    stored = cute.make_copy_atom(warp.StMatrix16x8x8bOp(True, 4), f8).layout_src_tv
    #^ = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))
