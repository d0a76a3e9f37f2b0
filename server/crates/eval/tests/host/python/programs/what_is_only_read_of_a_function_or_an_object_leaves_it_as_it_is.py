# Asking what a function does, or which attributes an object has, changes neither; a library's function that is called as one of
# Python's calls nothing.
import sys

import cutlass.cute as cute


class Tile:
    rows = 4

    def __init__(self):
        self.columns = 8

    def layout(self):
        return cute.make_layout((self.rows, self.columns))


def is_function(given):
    return getattr(given, "__code__", None) is not None


class Given:
    rows = 4

    def change(self):
        self.rows = 5


tile = Tile()
given = Given()
hooks = [given.change]
names = sorted(vars(sys.argv[1]))
known = len(vars(tile))
filtered = cute.filter(sys.argv[2])
after = tile.layout()
#^ = (4,8):(1,4)
own = cute.make_layout(given.rows)
#^ = 4:1

vars(tile)["columns"] = 16
changed = cute.make_layout(tile.columns)
#^ unknown: it may be assigned where that is not seen
