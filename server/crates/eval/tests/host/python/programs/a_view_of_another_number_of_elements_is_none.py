# PyTorch refuses a view of more or fewer elements than the tensor has.
import torch

import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.jit
def f(a: cute.Tensor):
    of_a = a.layout
    #^ = (6,4):(4,1)


rows = torch.empty(4, 6, dtype=torch.float16)
f(from_dlpack(rows.view(6, -1)))
other = from_dlpack(rows.view(5, -1))
#^ unknown: PyTorch has no view of 20 elements of a tensor of 24
third = from_dlpack(rows.view(5, 5))
#^ unknown: PyTorch has no view of 25 elements of a tensor of 24
