# `object.__class__ = Other`: what its attributes and methods are from there on is not followed; other objects keep their class.
import cutlass.cute as cute


class Tile:
    def layout(self):
        return cute.make_layout((4, 4))


class Wide:
    def layout(self):
        return cute.make_layout((8, 2))


def wide():
    tile = Tile()
    object.__setattr__(tile, "__class__", Wide)
    return tile


@cute.jit
def main():
    tile = Tile()
    before = tile.layout()
    #^ = (4,4):(1,4)
    tile.__class__ = Wide
    behind = tile.layout()
    #^ unknown: objects are made ones of another class
    made = wide().layout()
    #^ unknown: objects are made ones of another class
    other = Tile().layout()
    #^ = (4,4):(1,4)


main()
