import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
by_columns = make_fake_tensor(cutlass.Float16, (m, n, l), (1, cute.sym_int64(), cute.sym_int64()))
op = cpasync.CopyBulkTensorTileG2SOp()

@cute.kernel
def kernel(atom: cute.CopyAtom, t: cute.Tensor, mma: cute.TiledMma, smem: cute.ComposedLayout):
    sB = utils.SmemAllocator().allocate_tensor(cutlass.Float16, smem.outer, 128, swizzle=smem.inner)
    part = mma.get_slice(0).partition_B(cute.local_tile(t, (256, 64), (None, None, 0)))
    s, g = cpasync.tma_partition(atom, 0, cute.make_layout(2), cute.group_modes(sB, 0, 3), cute.group_modes(part, 0, 3))
    #^ s = ((4096,2),3):((1,4096),8192)
    #^ g = (((64,64),2),?,?):(((1@0,1@1),64@0),256@0,64@1)

@cute.jit
def f(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, OperandMajorMode.K, OperandMajorMode.MN, cutlass.Float32,
        tcgen05.CtaGroup.TWO, (256, 256))
    sA = sm100_utils.make_smem_layout_a(mma, (256, 256, 64), cutlass.Float16, 3)
    sB = sm100_utils.make_smem_layout_b(mma, (256, 256, 64), cutlass.Float16, 3)
    sC = sm100_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (128, 32), 2)
    cluster = cute.tiled_divide(cute.make_layout((4, 2, 1)), (mma.thr_id.shape,))
    pair = cpasync.CopyBulkTensorTileG2SOp(tcgen05.CtaGroup.TWO)
    multicast = cpasync.CopyBulkTensorTileG2SMulticastOp(tcgen05.CtaGroup.TWO)
    a, tA = cute.nvgpu.make_tiled_tma_atom_A(pair, mA, cute.select(sA, mode=[0, 1, 2]), (256, 256, 64), mma, cluster.shape)
    #^ tA = (?,?,?):(1@1,1@0,1@2)
    b, tB = cute.nvgpu.make_tiled_tma_atom_B(multicast, mB, sB, (256, 256, 64), mma, cluster.shape)
    #^ tB = (?,?,?):(1@0,1@1,1@2)
    c, tC = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mC, cute.select(sC, mode=[0, 1]), (128, 32))
    of_a, of_b, of_c = a.layout_src_tv, b.layout_src_tv, c.layout_src_tv
    #^ of_a = (2,8192):(8192,1)
    #^ of_b = (2,4096):(4096,1)
    #^ of_c = (1,4096):(0,1)
    kernel(b, tB, mma, sB).launch(grid=(1, 1, 1))

cute.compile(f, by_rows, by_columns, by_rows)
