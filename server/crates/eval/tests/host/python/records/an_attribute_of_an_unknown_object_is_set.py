# Which object is meant is not known, so it may be any.
import cutlass.cute as cute


class Tile:
    def __init__(self):
        self.size = 4
        self.other = 5


def sizes():
    tile = Tile()
    setattr(tile if input() else Tile(), "size", 3)
    size = cute.make_layout((tile.size, 2))
    #^ unknown
    other = cute.make_layout((tile.other, 2))
    #^ = (5,2):(1,5)


sizes()
