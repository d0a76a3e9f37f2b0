import cutlass
import cutlass.cute as cute

from typing import Type

@cute.jit
def f(dtype: Type[cutlass.Numeric], width: int):
    if dtype == cutlass.BFloat16:
        pass
    if width == 64 or width == 128:
        pass
    if width == 128:
        raise ValueError
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if width == 64 else (0, 1))
    #^ = (16,8):(8,1) if dtype = BFloat16, width = 64
