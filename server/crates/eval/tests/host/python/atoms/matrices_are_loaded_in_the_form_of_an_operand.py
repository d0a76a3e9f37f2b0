import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warp

@cute.jit
def f():
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (2, 2, 1), (32, 32, 16))
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    turned = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(True, 4), cutlass.Float16).layout_dst_tv
    #^ = ((4,8),(1,2,4)):((16,1),(1,8,64))
    copy = cute.make_tiled_copy_A(atom, mma)
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 3), stride=(64, 1, 8192)), 128)
    tCrA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))
    #^ = ((2,2,2),4,4,3):((1,2,4),32,8,128)
    source = copy.get_slice(0).partition_S(sA)
    #^ = ((8,1),4,4,3):((1,0),2048,16,8192)
    retiled = copy.retile(tCrA)
    #^ = ((8,1),4,4,3):((1,0),32,8,128)
