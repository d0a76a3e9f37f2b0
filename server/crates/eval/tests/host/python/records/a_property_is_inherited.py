# What assigns a property is not followed, so it is not what was assigned.
import cutlass.cute as cute


class Tile:
    def __init__(self):
        self._size = 1

    @property
    def size(self):
        return self._size + 1

    @size.setter
    def size(self, value):
        self._size = value * 2

    def get(self):
        return 4

    def put(self, value):
        self.held = value + 1

    other = property(get, put)


class Inherits(Tile):
    pass


class Overrides(Tile):
    @Tile.size.setter
    def size(self, value):
        self._size = value * 3


class Hides(Tile):
    size = 5


def sizes():
    tile = Inherits()
    before = cute.make_layout((tile.size, 2))
    #^ = (2,2):(1,2)
    tile.size = 3
    behind = cute.make_layout((tile.size, 2))
    #^ unknown
    tile.other = 3
    other = cute.make_layout((tile.other, 2))
    #^ unknown
    overridden = Overrides()
    overridden.size = 3
    by_override = cute.make_layout((overridden.size, 2))
    #^ unknown
    hidden = Hides()
    by_class = cute.make_layout((hidden.size, 2))
    #^ = (5,2):(1,5)
    hidden.size = 3
    by_field = cute.make_layout((hidden.size, 2))
    #^ = (3,2):(1,3)


sizes()
