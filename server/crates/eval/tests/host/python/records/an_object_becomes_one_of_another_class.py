# `object.__class__ = Other`: what its attributes and methods are from there on is not followed.
import cutlass.cute as cute


class Tile:
    def layout(self):
        return cute.make_layout((4, 4))


class Wide:
    def layout(self):
        return cute.make_layout((8, 2))


@cute.jit
def main():
    tile = Tile()
    tile.__class__ = Wide
    a = tile.layout()
    #^ unknown: objects are made ones of another class


main()
