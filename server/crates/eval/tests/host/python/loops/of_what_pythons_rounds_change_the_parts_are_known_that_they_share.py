import cutlass
import cutlass.cute as cute

class Tile:
    def __init__(self, index, size):
        self.index = index
        self.size = size

class Counter:
    def __init__(self, size):
        self.size = size

    def grow(self):
        self.size = self.size * 2

class Work(cutlass.utils.WorkTileInfo):
    pass

def f(n: int, layout: int):
    a = cute.make_layout((4, 8, 2))
    tile = Tile((0, 1), (4, 8))
    pair = (4, 1)
    counter = Counter(4)
    shared = counter
    while cute.arch.block_idx()[0] < n:
        row, column = tile.index
        b = a[None, row, column]
        c = cute.make_layout(tile.size)
        #^ = (4,8):(1,4)
        d = cute.make_layout((pair[0], 8))
        #^ = (4,8):(1,4)
        e = cute.make_layout(counter.size)
        #^ = ?:?
        g = cute.make_layout((len(tile.index), pair[1]))
        #^ = (2,?):(1,?)
        tile = Tile((row + 1, column), (4, 8))
        pair = (4, pair[1] + 1)
        counter.grow()
    h = cute.make_layout(shared.size)
    #^ = ?:?
    work = Work((1, 2, 3), True)
    setattr(work, 'size', work.tile_idx[1])
    i = cute.make_layout((work.size, work.tile_idx[2]))
    #^ = (2,3):(1,2)
