# A constructor that raises where one number is no multiple of another says what it takes.

import cutlass
import cutlass.cute as cute

class Scaled:
    def __init__(self, granularity: int, tiler: tuple[int, int]):
        if cutlass.const_expr(granularity == 0):
            raise ValueError("no scales")
        if cutlass.const_expr(granularity % tiler[1] != 0):
            raise ValueError("a tile has scales of its own")
        self.granularity = granularity
        self.is_usual = granularity == 96
        self.tiler = tiler

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        a = cute.complement(cute.make_layout(self.granularity), 4096)
        #^ = 32:128 if granularity = 128, tiler = (128,128), mA of rank 2 and Float16
