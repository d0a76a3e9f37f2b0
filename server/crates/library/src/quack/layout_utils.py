"""Layouts as quack sees them: modes chosen, swapped and added, accumulators by rows and columns."""

import cutlass.cute as cute
from cutlass import const_expr


def _seen_as(tensor, layout):
    return cute.make_tensor(tensor.iterator, layout)


def select(a, mode):
    return _seen_as(a, cute.select(a.layout, mode))


def transpose_view(a):
    rest = tuple(range(2, cute.rank(a)))
    swapped = (a.shape[1], a.shape[0], *a.shape[2:])
    return cute.composition(a, cute.make_ordered_layout(swapped, order=(1, 0, *rest)))


def expand(a, dim, size):
    shape = a.shape[:dim] + (size,) + a.shape[dim:]
    stride = a.stride[:dim] + (0,) + a.stride[dim:]
    return _seen_as(a, cute.make_layout(shape, stride=stride))


def concat_to_interleave(a, dim):
    half = cute.size(a, mode=[dim]) // 2
    own = a.stride[dim]
    shape = a.shape[:dim] + ((2, half),) + a.shape[dim + 1 :]
    stride = a.stride[:dim] + ((half * own, own),) + a.stride[dim + 1 :]
    return _seen_as(a, cute.make_layout(shape, stride=stride))


def concat_layout(*layouts):
    shapes = tuple(layout.shape for layout in layouts)
    strides = tuple(layout.stride for layout in layouts)
    return cute.make_layout(shapes, stride=strides)


def _by_rows(modes, transpose):
    # A thread holds ((columns, rows, ..), M, N, ..) of an MMA.
    rows = (modes[0][1], modes[1])
    columns = (modes[0][0],) + modes[0][2:] + (modes[2],)
    if const_expr(transpose):
        return (columns, rows) + modes[3:]
    return (rows, columns) + modes[3:]


def convert_layout_acc_mn(acc_layout, transpose=False):
    places = cute.make_layout(acc_layout.shape)
    by_rows = cute.make_layout(_by_rows(places.shape, transpose), stride=_by_rows(places.stride, transpose))
    return cute.composition(acc_layout, by_rows)


def reshape_acc_to_mn(acc, transpose=False):
    return _seen_as(acc, convert_layout_acc_mn(acc.layout, transpose))


def make_acc_tensor_mn_view(acc, transpose=False):
    return reshape_acc_to_mn(acc, transpose)


def _pairs_of_warp_groups(modes):
    atom = modes[0]
    return ((atom[0], atom[1], atom[2][0]), modes[1], (atom[2][1], modes[2]))


def _pairs_of_warps(modes):
    return ((modes[0][0], modes[0][1], modes[2][0]), modes[1], modes[2][1])


def convert_layout_acc_frgA(acc_layout):
    if const_expr(cute.rank(acc_layout.shape[0]) == 3):
        count = 2 if const_expr(acc_layout.shape[0][2] % 2 == 0) else 1
        cut = cute.logical_divide(acc_layout, ((None, None, count), None, None))
        return cute.make_layout(_pairs_of_warp_groups(cut.shape), stride=_pairs_of_warp_groups(cut.stride))
    cut = cute.logical_divide(acc_layout, (None, None, 2))
    return cute.make_layout(_pairs_of_warps(cut.shape), stride=_pairs_of_warps(cut.stride))


def reshape_acc_to_frgA(acc):
    return _seen_as(acc, convert_layout_acc_frgA(acc.layout))


def _repeated(vector, count, is_colvec):
    return expand(vector, 1 if const_expr(is_colvec) else 0, count)


def _line(part, is_colvec):
    by_rows = reshape_acc_to_mn(part)
    return by_rows[None, 0, None] if const_expr(is_colvec) else by_rows[0, None, None]


def mma_partition_C_vec(sVec, thr_mma, expand_shape, is_colvec):
    return _line(thr_mma.partition_C(_repeated(sVec, expand_shape, is_colvec)), is_colvec)


def mma_partition_A_vec(sVec, thr_mma, expand_shape, is_colvec):
    return _line(thr_mma.partition_A(_repeated(sVec, expand_shape, is_colvec)), is_colvec)


def copy_partition_S_vec(sVec, thr_copy, expand_shape, is_colvec):
    return _line(thr_copy.partition_S(_repeated(sVec, expand_shape, is_colvec)), is_colvec)


def copy_partition_D_vec(sVec, thr_copy, expand_shape, is_colvec):
    return _line(thr_copy.partition_D(_repeated(sVec, expand_shape, is_colvec)), is_colvec)
