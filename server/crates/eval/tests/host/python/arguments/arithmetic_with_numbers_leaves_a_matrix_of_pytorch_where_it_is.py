import math

import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


def columns(m, k):
    return (torch.randn(k, m, dtype=torch.float16) / 8).t()


scaled = from_dlpack(torch.randn(4, 8, dtype=torch.float16) * 0.5)
#^ = (4,8):(8,1)
moved = from_dlpack(tensor_dlpack=-(2 - 0.25 * columns(4, 8)))
#^ = (4,8):(1,4)
rooted = from_dlpack(columns(4, 8).square().exp())
#^ = (4,8):(1,4)
added = from_dlpack(columns(4, 8).add(0.5).mul(2))
#^ = (4,8):(1,4)
sum = from_dlpack(columns(4, 8) + columns(4, 8))
#^ = (4,8):(1,4)
# The one is made as long as the other.
wider = from_dlpack(torch.ones(1, 8) + torch.ones(4, 8))
#^ unknown
# What lies in one place is taken apart.
apart = from_dlpack(torch.ones(1, 8).expand(4, 8) * 2)
#^ unknown: where this tensor lies
copied = from_dlpack(torch.ones(1, 8).expand(4, 8).clone())
#^ unknown: where this tensor lies

fp16 = columns(4, 8)
order = fp16.dim_order()
half = cute.make_layout(int(math.log2(64 / fp16.size(1))))
#^ = 3:1
dynamic = from_dlpack(fp16).mark_compact_shape_dynamic(mode=0, stride_order=fp16.dim_order())
#^ = (?,8):(1,?)
