import dataclasses

import cutlass.cute as cute

@dataclasses.dataclass
class Tile:
    m: int
    n: int = 4

    def area(self):
        return self.m * self.n

@cute.jit
def f():
    t = (1, cute.make_layout(2))
    a = [1, 2]
    l = cute.make_layout((3, 4))
    d = Tile(1)
    read = Tile(1)
    b = 3
    if b == 3:
        t = (3, cute.make_layout(2))
        a[0] = 5
        l = cute.make_layout((3, 4))
        #^ = (3,4):(1,3)
        d.m = 5
        read.area()
    i = cute.make_layout((t[0], 2))
    #^ = (?,2):(1,?)
    j = t[1]
    #^ = 2:1
    k = cute.make_layout((2, 2), stride=(a[1], 1))
    #^ = (2,2):(?,1)
    m = cute.make_layout((2, 2), stride=(d.n, 1))
    #^ = (2,2):(?,1)
    n = cute.make_layout((2, 2), stride=(read.n, 1))
    #^ = (2,2):(?,1)
