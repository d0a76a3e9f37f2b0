# PyTorch's types are not the DSL's: `torch.float16 == cutlass.Float16` is false.

import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

types = {torch.float16: cutlass.Float16, torch.bfloat16: cutlass.BFloat16, torch.int32: cutlass.Int32}

@cute.jit
def f(a: cute.Tensor, dtype: cutlass.Constexpr):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype)
    #^ = Copy_Atom<UniversalCopy<uint16_t>,bfloat16_t>
    given = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), a.element_type)
    #^ = Copy_Atom<UniversalCopy<uint16_t>,bfloat16_t>
    same = cute.make_layout((2 if torch.half == torch.float16 else 3, 2 if torch.float16 == cutlass.Float16 else 3))
    #^ = (2,3):(1,2)

t = torch.zeros(4, 8, dtype=torch.bfloat16)
f(from_dlpack(t), types[t.dtype])
