# What PyTorch is asked for has as many modes as there are sizes, whatever these are.
import sys

import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack


@cute.jit
def rows(mA: cute.Tensor):
    tiles = cute.zipped_divide(mA, (16, 32))
    #^ = ((16,32),(?,?)):((?,1),(?,32))
    wider = cute.recast_tensor(mA, cutlass.Float32)
    #^ = (?,?):(?,1)


def main(m, shape):
    a = torch.empty(m, int(sys.argv[1]), dtype=torch.float16)
    rows(from_dlpack(a, assumed_align=16).mark_layout_dynamic(leading_dim=1))
    b = torch.empty(shape, dtype=torch.float16)
    mB = from_dlpack(b)
    #^ unknown: the sizes of this tensor are not known
