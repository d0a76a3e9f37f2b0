# One thread block loads for itself; a cluster that no pair of thread blocks divides has no such operation.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))


@cute.jit
def f(mA: cute.Tensor):
    op = utils.sm100.cluster_shape_to_tma_atom_SFB((1, 2, 1), cute.make_layout(1))
    smem = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    atom, t = cpasync.make_tiled_tma_atom(op, mA, smem, (128, 64))
    #^ t = (?,?,?):(1@1,1@0,1@2)
    values = atom.layout_src_tv
    #^ = (1,8192):(0,1)


cute.compile(f, by_rows)
