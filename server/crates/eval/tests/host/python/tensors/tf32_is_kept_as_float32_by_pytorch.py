import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack
from cutlass.torch import dtype as torch_dtype


@cute.jit
def rows(a: cute.Tensor):
    wide = cute.recast_layout(128, a.element_type.width, cute.make_layout(32))
    #^ = 8:1


def main():
    a = torch.empty((4, 8), dtype=torch.float32).to(dtype=torch_dtype(cutlass.TFloat32))
    tensor = from_dlpack(a)
    #^ = (4,8):(8,1)
    rows(tensor)


main()
