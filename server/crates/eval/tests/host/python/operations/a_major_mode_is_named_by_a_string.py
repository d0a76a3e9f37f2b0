import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import tcgen05
import cutlass.utils.blackwell_helpers as sm100_utils


@cute.jit
def f():
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16,
        tcgen05.OperandMajorMode("mn"),
        tcgen05.OperandMajorMode("K"),
        cutlass.Float32,
        tcgen05.CtaGroup(1),
        (128, 64),
    )
    a = sm100_utils.make_smem_layout_a(mma, (128, 64, 64), cutlass.Float16, 2)
    #^ = Sw<3,4,3> o 0 o (((64,2),16),1,4,2):(((1,4096),64),0,1024,8192)
    shape = mma.partition_shape_C((128, 64))
    #^ = ((128,64),1,1)


cute.compile(f)
