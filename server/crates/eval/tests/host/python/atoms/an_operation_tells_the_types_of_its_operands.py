import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    mma = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float8E4M3FN, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    a = cute.make_layout(32 // mma.op.a_dtype.width)
    #^ = 4:1
    b = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mma.op.b_dtype, num_bits_per_copy=128)
    #^ = Copy_Atom<UniversalCopy<uint128_t>,float_e4m3_t>
    c = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mma.op.acc_dtype, num_bits_per_copy=32)
    #^ = Copy_Atom<UniversalCopy<uint32_t>,float>
