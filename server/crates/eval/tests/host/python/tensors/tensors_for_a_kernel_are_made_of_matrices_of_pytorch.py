# cutlass.torch: a matrix has its batch last; a dynamic tensor keeps the stride of its contiguous mode.
import torch

import cutlass
import cutlass.cute as cute
import cutlass.torch as cutlass_torch
from cutlass.cute.runtime import from_dlpack
from cutlass.utils.tensor_helpers import create_cute_tensor_for_fp8


@cute.jit
def f(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor):
    of_a = a.layout
    #^ = (?,?,?):(?,1,?)
    of_b = b.layout
    #^ = (64,128,2):(1,64,8192)
    of_c = c.layout
    #^ = (?,?,?):(1,?,?)
    of_d = d.layout
    #^ = (?,?):(?,1)
    wide = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), b.element_type)
    #^ = Copy_Atom<UniversalCopy<uint8_t>,float_e4m3_t>


rows = cutlass_torch.matrix(2, 256, 64, False, cutlass.Float16)
columns = cutlass_torch.matrix(2, 64, 128, True, cutlass.Float32)
a, _ = cutlass_torch.cute_tensor_like(rows, cutlass.Float16, is_dynamic_layout=True, assumed_align=16)
b, b_torch = cutlass_torch.cute_tensor_like(columns, cutlass.Float8E4M3FN, False)
c = create_cute_tensor_for_fp8(columns, cutlass.Float32, leading_dim=0)
d = from_dlpack(cutlass_torch.create_and_permute_torch_tensor((8, 16), torch.float16, permute_order=(1, 0)).t())
d = d.mark_layout_dynamic(leading_dim=1)
f(a, b, c, d)
