# `channels_last`, a format that is not known and `out=` lay a tensor of PyTorch otherwise than row by row.
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack


@cute.jit
def kernel(usual: cute.Tensor, last: cute.Tensor, other: cute.Tensor, out: cute.Tensor, again: cute.Tensor):
    a = cute.append(usual.layout, cute.make_layout(1))
    #^ = (2,3,4,5,1):(60,20,5,1,0)
    b = cute.append(last.layout, cute.make_layout(1))
    #^ unknown: where this tensor lies
    #^ = (?,?,1):(?,?,0) if last, other, out and again of rank 2 and Float16
    c = cute.append(other.layout, cute.make_layout(1))
    #^ unknown: where this tensor lies
    #^ = (?,?,1):(?,?,0) if last, other, out and again of rank 2 and Float16
    d = cute.append(out.layout, cute.make_layout(1))
    #^ unknown: where this tensor lies
    #^ = (?,?,1):(?,?,0) if last, other, out and again of rank 2 and Float16
    e = cute.append(again.layout, cute.make_layout(1))
    #^ unknown: where this tensor lies
    #^ = (?,?,1):(?,?,0) if last, other, out and again of rank 2 and Float16


def main(rest):
    t = torch.empty(5, 2, dtype=torch.float16).t()
    kernel(
        from_dlpack(torch.empty(2, 3, 4, 5, memory_format=torch.contiguous_format)),
        from_dlpack(torch.empty(2, 3, 4, 5, memory_format=torch.channels_last)),
        from_dlpack(torch.empty(2, 3, 4, 5, memory_format=rest)),
        from_dlpack(torch.empty(2, 5, out=t)),
        from_dlpack(torch.empty(2, 3, 4, 5).contiguous(memory_format=rest)),
    )
