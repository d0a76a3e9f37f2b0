import typing
import cutlass.cute as cute
from cutlass import Int32
from cutlass.cute import Shape as S

@cute.jit
def f(a: cute.Shape, b: typing.Optional[cute.Tile], c: 'cute.Stride', d: S | None, e: typing.Tuple[int, int]):
    u = cute.make_layout(a)
    #^ = (4,?):(1,4)
    v = cute.make_layout(b)
    #^ = (4,8):(1,4)
    w = cute.make_layout((8, 8), stride=c)
    #^ = (8,8):(1,16)
    x = cute.make_layout(d)
    #^ = 3:1
    y = cute.make_layout(e)
    #^ = (?,?):(1,?)

f((4, Int32(8)), (4, 8), (1, 16), 3, (2, 2))
