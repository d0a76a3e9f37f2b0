import sys

import cutlass.cute as cute


class Tile:
    size = 8


sys.modules[__name__].__dict__["Tile"].size = 6
size = cute.make_layout((Tile.size, 2))
#^ unknown
