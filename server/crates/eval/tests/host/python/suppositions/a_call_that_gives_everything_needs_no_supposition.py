import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

from typing import Type

@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    a = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float>

@cute.jit
def g():
    f(cutlass.Float32)
