# What is handed a class may make objects of it: what its constructor writes besides these is not certain.
import cutlass.cute as cute
import elsewhere


class Tile:
    rows = 2
    columns = 4


class Count:
    def __init__(self, n=1):
        Tile.rows = n
        self.columns = n


count = Count(2)
elsewhere.call(Count)
written = cute.make_layout((Tile.rows, 8))
#^ unknown: may assign `rows`
own = cute.make_layout((count.columns, 8))
#^ = (2,8):(1,2)
