import cutlass
import cutlass.cute as cute

from typing import Type

class Kernel:
    def __init__(self, n: int):
        assert n in (64, 96)
        self.order = (1, 0) if n == 64 else (0, 1)

    @cute.jit
    def first(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def second(self):
        b = cute.make_ordered_layout((16, 8), order=self.order)
        #^ = (16,8):(8,1) if n = 64, dtype = Float16
