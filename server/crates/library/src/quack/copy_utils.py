"""Copies as quack makes them: tiled over threads, by TMA, between registers and shared memory."""

import cutlass
import cutlass.cute as cute
from cutlass import Boolean, const_expr
from cutlass.base_dsl.arch import Arch
from cutlass.cute.nvgpu import cpasync, warp
from cutlass.utils import LayoutEnum
import cutlass.utils.blackwell_helpers as blackwell


def _atom(dtype, bits, is_async):
    operation = cpasync.CopyG2SOp() if const_expr(is_async) else cute.nvgpu.CopyUniversalOp()
    return cute.make_copy_atom(operation, dtype, num_bits_per_copy=bits)


def get_copy_atom(dtype, num_copy_elems, is_async=False, *, loc=None, ip=None):
    return _atom(dtype, min(128, num_copy_elems * dtype.width), is_async)


def tiled_copy_1d(dtype, num_threads, num_copy_elems=1, is_async=False):
    atom = _atom(dtype, num_copy_elems * dtype.width, is_async)
    return cute.make_tiled_copy_tv(atom, cute.make_layout(num_threads), cute.make_layout(num_copy_elems))


def tiled_copy_2d(dtype, threads_per_row, num_threads, num_copy_elems=1, is_async=False):
    atom = _atom(dtype, num_copy_elems * dtype.width, is_async)
    assert num_threads % threads_per_row == 0
    rows = num_threads // threads_per_row
    threads = cute.make_ordered_layout((rows, threads_per_row), order=(1, 0))
    return cute.make_tiled_copy_tv(atom, threads, cute.make_layout((1, num_copy_elems)))


def predicate_k(tAcA, limit):
    values, rows, columns = (cute.size(tAcA, mode=mode) for mode in ([0, 1], [1], [2]))
    # All rows share what is said of their columns.
    return cute.make_rmem_tensor(cute.make_layout((values, rows, columns), stride=(columns, 0, 1)), Boolean)


def load_s2r(src, *, loc=None, ip=None):
    dst = cute.make_rmem_tensor_like(src, src.element_type)
    cute.autovec_copy(src, dst)
    return dst


def get_smem_store_atom(element_type, transpose=False, major_mode_size=None):
    arch = cutlass.base_dsl.BaseDSL._get_dsl().get_arch_enum()
    if const_expr(arch < Arch.sm_90 or element_type.width != 16):
        count = 1 if const_expr(transpose) else 2
        return _atom(element_type, count * element_type.width, False)
    if const_expr(major_mode_size is None or major_mode_size % 16 == 0):
        matrices = 4
    else:
        matrices = 2 if const_expr(major_mode_size % 8 == 0) else 1
    return cute.make_copy_atom(warp.StMatrix8x8x16bOp(transpose=transpose, num_matrices=matrices), element_type)


def get_smem_store_C(tiled_mma, sC, tidx, transpose=False, position_independent=False, major_mode_size=None):
    if const_expr(isinstance(tiled_mma, cute.TiledCopy)):
        layout = LayoutEnum.COL_MAJOR if const_expr(transpose) else LayoutEnum.ROW_MAJOR
        atom = blackwell.get_smem_store_op(layout, sC.element_type, tiled_mma.value_type, tiled_mma)
        tiled_copy = cute.make_tiled_copy_D(atom, tiled_mma)
    else:
        atom = get_smem_store_atom(sC.element_type, transpose, major_mode_size)
        tiled_copy = cute.make_tiled_copy_C(atom, tiled_mma)
    thr_copy = tiled_copy.get_slice(tidx)
    part = partition_D_position_independent(thr_copy, sC) if const_expr(position_independent) else thr_copy.partition_D(sC)

    def store(src, dst_idx=None, fence=False, **kwargs):
        target = part if const_expr(dst_idx is None) else part[None, None, None, dst_idx]
        cute.copy(tiled_copy, tiled_copy.retile(src), target)

    return store, thr_copy, part


def tma_get_copy_fn(
    atom, cta_coord, cta_layout, src_tensor, dst_tensor, filter_zeros=False, single_stage=False, *,
    loc=None, ip=None, **kwargs
):
    from_smem = const_expr(
        isinstance(src_tensor.iterator, cute.Pointer) and src_tensor.memspace == cute.AddressSpace.smem
    )
    smem, gmem = (src_tensor, dst_tensor) if from_smem else (dst_tensor, src_tensor)
    # The last mode counts the stages, unless there is only one.
    stages = 0 if const_expr(single_stage) else 1
    smem = cute.group_modes(smem, 0, cute.rank(smem) - stages)
    gmem = cute.group_modes(gmem, 0, cute.rank(gmem) - stages)
    in_smem, in_gmem = cpasync.tma_partition(atom, cta_coord, cta_layout, smem, gmem)
    if const_expr(filter_zeros):
        in_smem, in_gmem = cute.filter_zeros(in_smem), cute.filter_zeros(in_gmem)
    src, dst = (in_smem, in_gmem) if from_smem else (in_gmem, in_smem)

    def copy_stage(src_idx, dst_idx, **more):
        cute.copy(atom, src[None, src_idx], dst[None, dst_idx])

    def copy_all(**more):
        cute.copy(atom, src, dst)

    return (copy_all if const_expr(single_stage) else copy_stage), in_smem, in_gmem
