"""What quack's kernels for Hopper share: shared memory, fragments and GEMMs of warp groups."""

import cutlass.cute as cute
import cutlass.utils.hopper_helpers as hopper
from cutlass import Float32, const_expr
from cutlass.cute.nvgpu import warpgroup


def make_smem_layout(dtype, layout, tile, stage=None, major_mode_size=None, *, loc=None, ip=None):
    shape = cute.product_each(cute.shape(tile))
    if const_expr(major_mode_size is None):
        major_mode_size = shape[1] if const_expr(layout.is_n_major_c()) else shape[0]
    kind = hopper.get_smem_layout_atom(layout, dtype, major_mode_size)
    atom = warpgroup.make_smem_layout_atom(kind, dtype)
    order = (1, 0) if const_expr(layout.is_m_major_c()) else (0, 1)
    if const_expr(stage is None):
        return cute.tile_to_shape(atom, shape, order=order)
    return cute.tile_to_shape(atom, cute.append(shape, stage), order=order + (2,))


def make_smem_layout_epi(dtype, layout, tile, stage=None, major_mode_size=None, *, loc=None, ip=None):
    return make_smem_layout(dtype, layout, tile, stage, major_mode_size)


def partition_for_epilogue(cT, epi_tile, tiled_copy, tidx, reference_src, *, loc=None, ip=None):
    thr_copy = tiled_copy.get_slice(tidx)
    tiles = cute.flat_divide(cT, epi_tile)
    return thr_copy.partition_S(tiles) if const_expr(reference_src) else thr_copy.partition_D(tiles)


def _left(thr_mma, shape, tensor):
    if const_expr(thr_mma.op.a_src == warpgroup.OperandSource.RMEM):
        return thr_mma.make_fragment_A(thr_mma.partition_shape_A(shape))
    return thr_mma.make_fragment_A(thr_mma.partition_A(tensor))


def _right(thr_mma, tensor):
    return thr_mma.make_fragment_B(thr_mma.partition_B(tensor))


def partition_fragment_ABC(thr_mma, shape_mnk, sA, sB, swap_AB=False):
    m, n, k = shape_mnk[0], shape_mnk[1], shape_mnk[2]
    if const_expr(swap_AB):
        acc = cute.make_rmem_tensor(thr_mma.partition_shape_C((n, m)), Float32)
        return acc, _right(thr_mma, sA), _left(thr_mma, (n, k), sB)
    acc = cute.make_rmem_tensor(thr_mma.partition_shape_C((m, n)), Float32)
    return acc, _left(thr_mma, (m, k), sA), _right(thr_mma, sB)


def gemm_zero_init(tiled_mma, shape, tCrA, tCrB, A_idx=None, B_idx=None, wg_wait=-1, swap_AB=False):
    own = shape[::-1] if const_expr(swap_AB) else shape
    return cute.make_rmem_tensor(tiled_mma.partition_shape_C(own), Float32)


def gemm_w_idx(tiled_mma, acc, tCrA, tCrB, zero_init, A_idx=None, B_idx=None, wg_wait=-1, swap_AB=False):
    return None


def gemm(tiled_mma, acc, tCrA, tCrB, zero_init=False, wg_wait=0, swap_AB=False):
    return None
