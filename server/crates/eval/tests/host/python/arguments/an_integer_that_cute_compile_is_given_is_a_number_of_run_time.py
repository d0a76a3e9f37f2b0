import cutlass
import cutlass.cute as cute
from cutlass import Constexpr, Int32
from cutlass.cute import Shape as S
from cutlass.cute.runtime import make_ptr

@cute.jit
def f(p: cute.Pointer, n: cutlass.Int32, m, k: Constexpr[int], both, given=4, fixed: Constexpr = 5):
    a = cute.make_layout((n, 4))
    #^ = (n,4):(1,n)
    b = cute.make_layout((m, 4))
    #^ = (m,4):(1,m)
    c = cute.make_layout((k, 4))
    #^ = (3,4):(1,3)
    d = cute.make_layout(both)
    #^ = (?,(?,?)):(1,(?,?))
    e = cute.make_layout((given, 4))
    #^ = (given,4):(1,given)
    f = cute.make_layout((fixed, 4))
    #^ = (5,4):(1,5)

k = cute.compile(f, make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem), Int32(1), 2, 3, (4, [5, 6]))
