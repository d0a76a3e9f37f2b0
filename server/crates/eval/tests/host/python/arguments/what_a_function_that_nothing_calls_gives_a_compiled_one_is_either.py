# A function that nothing here calls may be entered from Python or be called by what is compiled.

import cutlass.cute as cute
from cutlass import Constexpr
from cutlass.cute import Shape as S

@cute.jit
def inner(n, shape: cute.Shape, k: Constexpr):
    a = cute.make_layout((n, 4))
    #^ = (?,4):(?,?)
    b = cute.make_layout(shape)
    #^ = (2,3):(1,2)
    c = cute.make_layout((k, 4))
    #^ = (5,4):(1,5)

def outer():
    inner(4, (2, 3), 5)
