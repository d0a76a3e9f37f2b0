# This version refuses such branches. What runs them takes the branch that Python takes.

import cutlass.cute as cute

@cute.jit
def f():
    b = 3
    kind = 'k'
    tile = None
    if b == 3:
        kind = 'mn'
    if tile is None:
        tile = (8, 16)
    if kind == 'mn':
        a = cute.make_layout(tile)
    else:
        a = cute.make_layout(1)
    l = cute.make_layout(a.shape)
    #^ = (8,16):(1,8)
