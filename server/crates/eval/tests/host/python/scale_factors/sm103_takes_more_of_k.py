# sm_103a: the instruction takes 96 of K.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import tcgen05


@cute.jit
def main():
    mma = sm100_utils.sm103_make_blockscaled_trivial_tiled_mma(
        cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 256)
    )
    shape = mma.partition_shape_A((128, 768))
    #^ = ((128,96),1,8)
    pair = cute.make_tiled_mma(
        tcgen05.SM103MmaMXF4Op((256, 128, 96), tcgen05.CtaGroup.TWO, tcgen05.OperandSource.SMEM)
    )
    acc = pair.make_fragment_C(pair.partition_shape_C((256, 128)))
    #^ = ((128,128),1,1):((65536,1),0,0)
