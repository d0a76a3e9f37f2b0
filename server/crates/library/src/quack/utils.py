"""What else quack's kernels share, and what earlier versions of it had here."""

import cutlass.cute as cute

from quack.copy_utils import predicate_k
from quack.layout_utils import convert_layout_acc_mn, make_acc_tensor_mn_view


def elem_pointer(x, coord, *, loc=None, ip=None):
    return x.iterator + cute.crd2idx(coord, x.layout)


def domain_offset_i64(coord, tensor, *, loc=None, ip=None):
    # The offset is a number of 64 bits: the layout is what it was.
    return cute.domain_offset(coord, tensor)


def domain_offset_aligned(coord, tensor, *, loc=None, ip=None):
    return cute.domain_offset(coord, tensor)
