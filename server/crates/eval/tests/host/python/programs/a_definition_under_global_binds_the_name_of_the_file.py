# `global` before a definition: the function or class is bound in the file.
import cutlass.cute as cute


def rows():
    return 7


class Tile:
    rows = 2


def define():
    global rows, Tile

    def rows():
        return 1

    class Tile:
        rows = 4

    return rows()


before = cute.make_layout((rows(), Tile.rows))
#^ = (7,2):(1,7)
define()
behind = cute.make_layout((rows(), Tile.rows))
#^ = (1,4):(0,1)
