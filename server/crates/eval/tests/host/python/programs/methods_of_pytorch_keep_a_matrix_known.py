# PyTorch: a method that ends in `_` changes elements only; a view of rows that lie one after the other has other sizes.
import torch

import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.jit
def f(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor, e: cute.Tensor, g: cute.Tensor):
    of_a = a.layout
    #^ = (4,6):(1,4)
    of_b = b.layout
    #^ = (3,2,4):(8,4,1)
    of_c = c.layout
    #^ = (2,4,6):(0,6,1)
    of_d = d.layout
    #^ = (4,6):(6,1)
    of_e = e.layout
    #^ = (24):(1)
    of_g = g.layout
    #^ = (4,6):(8,1)
    wide = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), d.element_type)
    #^ = Copy_Atom<UniversalCopy<uint16_t>,half_t>


rows = torch.empty(4, 6, dtype=torch.int32).random_(-2, 2).to(dtype=torch.float16)
a = from_dlpack(torch.empty(6, 4, dtype=torch.float32).permute(1, 0).clone().fill_(1.0))
b = from_dlpack(rows.view(3, -1, 4))
c = from_dlpack(rows.unsqueeze(0).expand(2, -1, -1))
d = from_dlpack(rows.unsqueeze(0).squeeze(0).cpu().float().half())
e = from_dlpack(torch.arange(rows.numel(), dtype=torch.int32).flatten())
g = from_dlpack(torch.empty_strided((4, 6), (8, 1), dtype=torch.float16).zero_())
f(a, b, c, d, e, g)
