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
    gA = cute.local_tile(t, (128, 64), (None, None, 0))
    #^ = (128,64,?,?):(1@1,1@0,128@1,64@0)
    s, g = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    #^ s = ((8192,1),(1,4)):((1,0),(0,8192))
    #^ g = (((64,128),1),?,?):(((1@0,1@1),0),128@1,64@0)
    first = g[None, 0, 0]
    #^ = (((64,128),1)):(((1@0,1@1),0))

@cute.jit
def f(mA: cute.Tensor):
    smem = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    atom, t = cpasync.make_tiled_tma_atom(op, mA, smem, (128, 64))
    #^ t = (?,?,?):(1@1,1@0,1@2)
    values = atom.layout_src_tv
    #^ = (1,8192):(0,1)
    kernel(atom, t, smem).launch(grid=(1, 1, 1))

cute.compile(f, by_rows)
