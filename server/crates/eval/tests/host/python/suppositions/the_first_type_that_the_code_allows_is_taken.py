import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

from typing import Type

@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    if cutlass.const_expr(dtype not in [cutlass.Float32, cutlass.BFloat16]):
        raise TypeError
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float> if dtype = Float32
