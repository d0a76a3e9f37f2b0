# A function that nothing is seen to call may get any object.
import cutlass.cute as cute


class Tile:
    def layout(self):
        return cute.make_layout((4, 4))


def widen(tile, other):
    tile.__class__ = other


@cute.jit
def main():
    tile = Tile()
    before = tile.layout()
    #^ unknown: objects are made ones of another class


main()
