import operator

import cutlass
import cutlass.cute as cute


class Tile:
    def __init__(self):
        self.size = 4

    def widen(self):
        self.size = 9

    @property
    def wide(self):
        self.size = 8
        return self.size


a = Tile()
operator.methodcaller("widen")(a)
b = cute.make_layout(a.size)
#^ unknown
c = Tile()
widen = operator.methodcaller("widen")
widen(c)
d = cute.make_layout(c.size)
#^ unknown
sizes = [1, 2]
operator.methodcaller("append", 3)(sizes)
e = len(sizes)
#^ unknown
g = Tile()
operator.attrgetter("wide")(g)
h = cute.make_layout(g.size)
#^ unknown


@cute.jit
def run(number: cutlass.Int32):
    pass


k = [1, 2]
compiled = cute.compile(run, 3)
compiled(k)
m = len(k)
#^ = 2
