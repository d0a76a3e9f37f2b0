# Tensor memory takes no more of a layout than its shape; registers follow the order of its strides, accumulators do not.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05, warp


@cute.jit
def main():
    major = OperandMajorMode.K
    op = tcgen05.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (128, 128, 16), tcgen05.CtaGroup.ONE, tcgen05.OperandSource.TMEM, major, major
    )
    mma = cute.make_tiled_mma(op)
    converted = sm100_utils.make_smem_layout_a(mma, (128, 128, 64), cutlass.Float16, 3)
    #^ = Sw<3,4,3> o 0 o ((128,16),1,4,3):((64,1),0,16,8192)
    operand = mma.make_fragment_A(converted.outer)
    #^ = ((128,16),1,4,3):((131072,1),0,16,64)
    turned = mma.make_fragment_A(cute.make_layout(((128, 16), 1, 4, 3), stride=((1, 128), 0, 2048, 8192)))
    #^ = ((128,16),1,4,3):((131072,1),0,16,64)
    accumulators = mma.make_fragment_C(cute.make_layout(((128, 128), 1, 1), stride=((128, 1), 0, 0)))
    #^ = ((128,128),1,1):((65536,1),0,0)
    of_warp = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    in_order = of_warp.make_fragment_A(cute.make_layout((8, 2, 4), stride=(8, 4, 1)))
    #^ = (8,2,4):(1,32,8)
    first = of_warp.make_fragment_B(cute.make_layout(((2, 2), 2, 4), stride=((100, 1), 2, 4)))
    #^ = ((2,2),2,4):((1,2),4,8)
    sums = of_warp.make_fragment_C(cute.make_layout((4, 2, 4), stride=(8, 4, 1)))
    #^ = (4,2,4):(1,4,8)
    accumulator = cute.make_rmem_tensor(sums.layout, cutlass.Float32)
    #^ = (4,2,4):(1,4,8)


main()
