//! TMA copies: their tensors of coordinates and their partitions. Values are what nvidia-cutlass-dsl 4.8.1 prints for the
//! same programs (`CUTE_DSL_ARCH=sm_100a python program.py`).

use crate::fixture::check_program;

const IMPORTS: &str = "
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
by_columns = make_fake_tensor(cutlass.Float16, (m, n, l), (1, cute.sym_int64(), cute.sym_int64()))
op = cpasync.CopyBulkTensorTileG2SOp()
";

#[track_caller]
fn check(code: &str, expected: &str) {
    check_program(&[("tma.py", &format!("{IMPORTS}{code}"))], expected);
}

#[test]
fn a_tile_is_copied_by_coordinates() {
    check(
        "
@cute.kernel
def kernel(atom: cute.CopyAtom, t: cute.Tensor, smem: cute.ComposedLayout):
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, smem.outer, 128, swizzle=smem.inner)
    gA = cute.local_tile(t, (128, 64), (None, None, 0))
    s, g = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    first = g[None, 0, 0]

@cute.jit
def f(mA: cute.Tensor):
    smem = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    atom, t = cpasync.make_tiled_tma_atom(op, mA, smem, (128, 64))
    values = atom.layout_src_tv
    kernel(atom, t, smem).launch(grid=(1, 1, 1))

cute.compile(f, by_rows)
",
        "t = (?,?,?):(1@1,1@0,1@2)
        values = (1,8192):(0,1)
        gA = (128,64,?,?):(1@1,1@0,128@1,64@0)
        s = ((8192,1),(1,4)):((1,0),(0,8192))
        g = (((64,128),1),?,?):(((1@0,1@1),0),128@1,64@0)
        first = (((64,128),1)):(((1@0,1@1),0))",
    );
}

#[test]
fn a_wide_tile_takes_several_instructions() {
    check(
        "
@cute.kernel
def kernel(atom: cute.CopyAtom, t: cute.Tensor, smem: cute.ComposedLayout):
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, smem.outer, 128, swizzle=smem.inner)
    gA = cute.local_tile(t, (96, 128), (None, 0, 1))
    s, g = cpasync.tma_partition(
        atom=atom, cta_coord=1, cta_layout=cute.make_layout(2),
        smem_tensor=cute.group_modes(sA, 0, 2), gmem_tensor=cute.group_modes(gA, 0, 2))

@cute.jit
def f(mA: cute.Tensor):
    smem = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (96, 64, 128), cutlass.Float16, 3)
    multicast = cpasync.CopyBulkTensorTileG2SMulticastOp()
    info = cpasync.make_tiled_tma_atom(multicast, mA, smem, (96, 128), 2)
    values = info.atom.layout_src_tv
    kernel(info.atom, info.tma_tensor, info.smem_layout).launch(grid=(1, 1, 1))

cute.compile(f, by_rows)
",
        "values = (1,6144):(0,1)
        s = ((6144,2),(1,3)):((1,6144),(0,12288))
        g = (((64,96),2),?):(((1@0,1@1),64@0),96@1)",
    );
}

#[test]
fn operands_of_two_thread_blocks_are_shared() {
    check(
        "
@cute.kernel
def kernel(atom: cute.CopyAtom, t: cute.Tensor, mma: cute.TiledMma, smem: cute.ComposedLayout):
    sB = utils.SmemAllocator().allocate_tensor(cutlass.Float16, smem.outer, 128, swizzle=smem.inner)
    part = mma.get_slice(0).partition_B(cute.local_tile(t, (256, 64), (None, None, 0)))
    s, g = cpasync.tma_partition(atom, 0, cute.make_layout(2), cute.group_modes(sB, 0, 3), cute.group_modes(part, 0, 3))

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
    b, tB = cute.nvgpu.make_tiled_tma_atom_B(multicast, mB, sB, (256, 256, 64), mma, cluster.shape)
    c, tC = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mC, cute.select(sC, mode=[0, 1]), (128, 32))
    of_a, of_b, of_c = a.layout_src_tv, b.layout_src_tv, c.layout_src_tv
    kernel(b, tB, mma, sB).launch(grid=(1, 1, 1))

cute.compile(f, by_rows, by_columns, by_rows)
",
        "tA = (?,?,?):(1@1,1@0,1@2)
        tB = (?,?,?):(1@0,1@1,1@2)
        of_a = (2,8192):(8192,1)
        of_b = (2,4096):(4096,1)
        of_c = (1,4096):(0,1)
        s = ((4096,2),3):((1,4096),8192)
        g = (((64,64),2),?,?):(((1@0,1@1),64@0),256@0,64@1)",
    );
}

#[test]
fn modes_of_the_tensor_are_coordinates() {
    check(
        "
@cute.jit
def f(mA: cute.Tensor, flat: cute.Tensor):
    nested = cute.make_tensor(mA.iterator, cute.make_layout(
        ((4, mA.shape[0]), 64, mA.shape[2]), stride=((64, mA.stride[0]), 1, mA.stride[2])))
    a, of_nested = cpasync.make_tiled_tma_atom(op, nested, cute.make_layout((64, 64), stride=(64, 1)), ((4, 16), 64))
    b, of_one = cpasync.make_tiled_tma_atom(op, flat, cute.make_layout((64, 32), stride=(32, 1)), (64, 32))
    wide, of_wide = cpasync.make_tiled_tma_atom(op, mA, cute.make_layout((2, 512), stride=(512, 1)), (2, 512))

cute.compile(f, by_rows, make_fake_tensor(cutlass.Float16, (m, n, 1), (cute.sym_int64(), 1, 0)))
",
        "of_nested = ((4,?),64,?):((64@0,1@1),1@0,1@2)
        of_one = (?,?,1):(1@1,1@0,0)
        of_wide is unknown: the DSL cuts a box that is wider than TMA's",
    );
}
