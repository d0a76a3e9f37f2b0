import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
by_columns = make_fake_tensor(cutlass.Float16, (m, n, l), (1, cute.sym_int64(), cute.sym_int64()))
op = cpasync.CopyBulkTensorTileG2SOp()

@cute.kernel
def kernel(atom: cute.CopyAtom, t: cute.Tensor, smem: cute.ComposedLayout):
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, smem.outer, 128, swizzle=smem.inner)
    gA = cute.local_tile(t, (96, 128), (None, 0, 1))
    s, g = cpasync.tma_partition(
        atom=atom, cta_coord=1, cta_layout=cute.make_layout(2),
        smem_tensor=cute.group_modes(sA, 0, 2), gmem_tensor=cute.group_modes(gA, 0, 2))
        #^ s = ((6144,2),(1,3)):((1,6144),(0,12288))
        #^ g = (((64,96),2),?):(((1@0,1@1),64@0),96@1)

@cute.jit
def f(mA: cute.Tensor):
    smem = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (96, 64, 128), cutlass.Float16, 3)
    multicast = cpasync.CopyBulkTensorTileG2SMulticastOp()
    info = cpasync.make_tiled_tma_atom(multicast, mA, smem, (96, 128), 2)
    values = info.atom.layout_src_tv
    #^ = (1,6144):(0,1)
    kernel(info.atom, info.tma_tensor, info.smem_layout).launch(grid=(1, 1, 1))

cute.compile(f, by_rows)
