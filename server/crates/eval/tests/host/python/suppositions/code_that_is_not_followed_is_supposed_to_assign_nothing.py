# What is handed to code that is not read may be another one behind it; that it is not is supposed.
import cutlass
import cutlass.cute as cute

import elsewhere


class Tile:
    def __init__(self):
        self.rows = 64

    @property
    def columns(self):
        self.stages = 3
        return 32

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        before = cute.make_layout((self.rows, 8))
        #^ = (64,8):(1,64)
        elsewhere.look_at(self)
        behind = cute.make_layout((self.rows, 4))
        #^ unknown: where that is not seen
        #^ = (64,4):(1,64) if mA of rank 2 and Float16, code that is not followed assigns nothing
        m, n = mA.shape


def tile(mA: cute.Tensor):
    Tile()(mA)
