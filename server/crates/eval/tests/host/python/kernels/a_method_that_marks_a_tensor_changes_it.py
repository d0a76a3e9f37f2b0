# `mark_layout_dynamic` and `mark_compact_shape_dynamic` change the tensor that they are called on, and give it.
import torch
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.jit
def rows(t: cute.Tensor):
    a = t.layout
    #^ = (?,?):(?,1)


@cute.jit
def columns(t: cute.Tensor):
    a = t.layout
    #^ = (8,?,4):(?,4,1)


def run():
    t = from_dlpack(torch.empty(8, 16, dtype=torch.float16))
    #^ = (8,16):(16,1)
    same = t
    t.mark_layout_dynamic(leading_dim=1)
    rows(t)
    rows(same)
    u = from_dlpack(torch.empty(8, 16, 4, dtype=torch.float16))
    u.mark_compact_shape_dynamic(mode=1, stride_order=(0, 1, 2))
    columns(u)
