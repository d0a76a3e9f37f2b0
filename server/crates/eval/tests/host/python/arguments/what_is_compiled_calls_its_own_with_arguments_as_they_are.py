import cutlass.cute as cute
from cutlass import Int32
from cutlass.cute import Shape as S

def plain(n):
    a = cute.make_layout((n, 4))
    #^ = (2,4):(1,2)

@cute.jit
def inner(n: Int32, shape, flag: bool):
    b = cute.make_layout((n, *shape)) if flag else None
    #^ = (3,4,5):(1,3,12)

@cute.jit
def outer():
    plain(2)
    inner(3, (4, 5), True)

outer()
