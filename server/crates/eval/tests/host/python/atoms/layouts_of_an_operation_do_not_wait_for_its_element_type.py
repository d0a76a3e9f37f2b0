import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.jit
def f():
    t = unknown_tensor()
    op = warp.MmaF16BF16Op(t.element_type, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (2, 2, 1))
    acc = mma.make_fragment_C(mma.partition_shape_C((64, 32)))
    #^ = ((2,2),2,2):((1,2),4,8)
