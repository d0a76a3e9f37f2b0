# What is written into a list of which nothing is known may be written into any.
import cutlass
import cutlass.cute as cute

from elsewhere import lists


class Tile:
    def __init__(self):
        self.modes = [64, 8]

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        m, n = mA.shape
        others = lists()
        others[0] = 3
        behind = cute.make_layout((self.modes[0], 4))
        #^ unknown: under another name
        #^ = (64,4):(1,64) if mA of rank 2 and Float16, a list that is not known is another one


def tile(mA: cute.Tensor):
    Tile()(mA)
