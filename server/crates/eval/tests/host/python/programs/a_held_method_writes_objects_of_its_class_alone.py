# A method that something holds writes to objects of its class, and of classes that inherit from it or that it inherits from.
import sys

import cutlass.cute as cute


class Base:
    tile = 1

    def __init__(self):
        self.rows = 2


class Tuner(Base):
    def set_tile(self, value):
        self.tile = value
        self.rows = value


class Gemm:
    def __init__(self):
        self.tile = 4
        self.rows = 8

    def layout(self):
        return cute.make_layout((self.tile, self.rows))


class Unbound:
    def set_depth(self, value):
        self.depth = value


class Deep:
    depth = 3


hooks = {}
gemm = Gemm()
tuner = Tuner()
base = Base()
deep = Deep()
hooks["tile"] = tuner.set_tile
hooks["depth"] = lambda value: getattr(Unbound, "set_depth")(deep, value)
hooks[sys.argv[1]](16)

kept = cute.make_layout((gemm.tile, gemm.rows))
#^ = (4,8):(1,4)
other = gemm.layout()
#^ = (4,8):(1,4)
own = cute.make_layout(tuner.rows)
#^ unknown: `rows` of an object that is not known is assigned
of_class = cute.make_layout(tuner.tile)
#^ unknown: `tile` of an object that is not known is assigned
inherited = cute.make_layout(base.rows)
#^ unknown: `rows` of an object that is not known is assigned
given = cute.make_layout(deep.depth)
#^ unknown: `depth` of an object that is not known is assigned
