import cutlass
import cutlass.cute as cute

from typing import Type

class Base:
    tile = 4

class Kernel(Base):
    def __init__(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def __call__(self):
        stages = len(getattr(self, 'stages', (1, 2)))
        known = getattr(self, 'tile', 8)
        a = cute.make_layout((stages, known))
        #^ = (2,4):(1,2) if dtype = Float16, Kernel.stages not set
        b = cute.make_layout((7 if hasattr(self, 'other') else 5, 2))
        #^ = (?,2):(1,?)
