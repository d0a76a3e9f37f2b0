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


class Sink:
    def __init__(self, name):
        self.name = name

    def fill(self, tiles):
        setattr(tiles, "_" + self.name, 3)


@cute.jit
def of_computed_names(op):
    tiles = Blocks(8)
    op.fill(1)
    behind = cute.make_layout(tiles.blocks)
    #^ unknown: of an object that is not known is assigned
    #^ = 8:1 if code that is not followed assigns nothing


class Blocks:
    def __init__(self, blocks):
        self.blocks = blocks
