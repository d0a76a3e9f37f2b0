import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

from typing import Type

@cute.jit
def other(width: cutlass.Constexpr[int]):
    if width == 16:
        raise ValueError
    a = cute.make_ordered_layout((8, 4), order=(1 if width == 32 else 0, 0 if width == 32 else 1))
    #^ = (8,4):(4,1) if width = 32

@cute.jit
def none(dtype: Type[cutlass.Numeric]):
    b = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    #^ unknown
    raise NotImplementedError
