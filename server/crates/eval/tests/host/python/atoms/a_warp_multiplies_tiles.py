import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.jit
def f():
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (2, 2, 1), permutation_mnk=(32, 32, 16))
    threads = mma.thr_layout_vmnk
    #^ = (32,2,2,1):(1,32,64,0)
    a = mma.tv_layout_A_tiled
    #^ = ((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))
    size = mma.size
    #^ = 128
    shape = mma.partition_shape_C((128, 128))
    #^ = ((2,2),4,8)
    acc = mma.make_fragment_C(shape)
    #^ = ((2,2),4,8):((1,2),4,16)
    part = mma.get_slice(0).partition_C(cute.make_identity_tensor((128, 128)))
    #^ = ((2,2),4,8):((1@1,8@0),32@0,16@1)
