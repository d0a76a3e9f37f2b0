# With nvidia-cutlass-dsl 4.8.1: `cute.ceil_div((8, 1), 4)` is 2, `((3, (8, 6)), (2, 5))` gives `(2, 10)`,
# `(((4, 2), 8), (8, 2))` gives `(1, 4)`, `(((8, 6), 3, 5), (4, 2))` gives `(12, 2, 5)`.

import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((cute.ceil_div((8, 1), 4), 9))
    #^ = (2,9):(1,2)
    b = cute.make_layout(cute.ceil_div((3, (8, 6)), (2, 5)))
    #^ = (2,10):(1,2)
    c = cute.make_layout(cute.ceil_div(((4, 2), 8), (8, 2)))
    #^ = (1,4):(0,1)
    d = cute.make_layout(cute.ceil_div(((8, 6), 3, 5), (4, 2)))
    #^ = (12,2,5):(1,12,24)
    e = cute.make_layout(cute.ceil_div((8, 6), (4, 3, 2)))
    #^ unknown: a tile has more modes than what it tiles
    f = cute.make_layout(cute.ceil_div((128, 96), (cute.make_layout(128), cute.make_layout(32))))
    #^ = (1,3):(0,1)
