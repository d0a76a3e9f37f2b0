import cutlass
import cutlass.cute as cute
from cutlass import Constexpr
from cutlass.cute import Shape as S

@cute.jit
def f(flag: bool, always: Constexpr[bool]):
    n = 4
    m = 4
    k = 4
    if flag:
        n = 8
    if always:
        m = 8
    if cutlass.const_expr(always):
        k = 8
    a = cute.make_layout((n, 2))
    #^ = (n,2):(1,n)
    b = cute.make_layout((m, 2))
    #^ = (m,2):(1,m)
    c = cute.make_layout((k, 2))
    #^ = (8,2):(1,8)

f(True, True)
