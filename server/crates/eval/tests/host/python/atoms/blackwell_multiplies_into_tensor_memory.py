import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    mma = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, OperandMajorMode.K, OperandMajorMode.MN, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    pair = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.TWO, (256, 256))
    shape = pair.partition_shape_B((256, 64))
    #^ = ((128,16),1,4)
    threads = pair.thr_layout_vmnk
    #^ = (2,1,1,1):(1,0,0,0)
    stages = mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 128)), 2))
    #^ = ((128,128),1,1,2):((65536,1),0,0,128)
