# Another file may call these with something else, and make an object with another tile.
import cutlass
import cutlass.cute as cute


class Gemm:
    def __init__(self, tile=(128, 64), stages=3):
        self.tile = tile
        self.stages = stages

    @cute.jit
    def __call__(self):
        smem = cute.make_layout((self.tile, self.stages))
        #^ = ((128,64),3):((1,128),8192) if tile = (128,64), stages = 3
        own = cute.make_layout(8)
        #^ = 8:1


@cute.jit
def copy(rows: cutlass.Constexpr = 8, count: int = 3):
    nobody = cute.make_layout(rows)
    #^ = 8:1 if rows = 8
    counted = cute.make_layout(count)
    #^ = ?:?


@cute.jit
def fill(rows: cutlass.Constexpr = 8):
    somebody = cute.make_layout(rows)
    #^ = 8:1


@cute.jit
def main():
    fill()
