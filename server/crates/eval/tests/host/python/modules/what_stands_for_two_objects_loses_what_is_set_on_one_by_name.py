import cutlass.cute as cute

class Tile:
    def __init__(self, size, step):
        self.size = size
        self.step = step

def f(n, name):
    first = Tile(64, 1)
    second = Tile(64, 2)
    tile = first
    for i in range(n):
        tile = second
    before = cute.make_layout(tile.size)
    #^ = 64:1
    setattr(second, "size", 32)
    after = cute.make_layout(tile.size)
    #^ unknown: an attribute is assigned whose name is not known
    own = cute.make_layout(second.size)
    #^ = 32:1
    step = cute.make_layout(first.step)
    #^ = 1:0
    setattr(first, name, 5)
    lost = cute.make_layout(second.step)
    #^ unknown: an attribute is assigned whose name is not known
