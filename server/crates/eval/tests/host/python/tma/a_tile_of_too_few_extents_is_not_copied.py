# The tile of an MMA has its extents along M, N and K: of two, the operand A has no K.

import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))

@cute.jit
def f(mA: cute.Tensor):
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, OperandMajorMode.K, OperandMajorMode.MN, cutlass.Float32,
        tcgen05.CtaGroup.ONE, (128, 256))
    sA = sm100_utils.make_smem_layout_a(mma, (128, 256, 64), cutlass.Float16, 3)
    cluster = cute.tiled_divide(cute.make_layout((1, 1, 1)), (mma.thr_id.shape,))
    a, tA = cute.nvgpu.make_tiled_tma_atom_A(cpasync.CopyBulkTensorTileG2SOp(), mA, cute.select(sA, mode=[0, 1, 2]), (128, 256), mma, cluster.shape)
    #^ a unknown: too few extents

cute.compile(f, by_rows)
