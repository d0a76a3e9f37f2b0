# DSL 4.8.1: `range_constexpr` is Python's range while the program is compiled.

import cutlass
import cutlass.cute as cute

@cute.jit
def f(x: cute.Tensor, n: cutlass.Int32):
    total = 0
    for i in cutlass.range_constexpr(0, 7, 2):
        total += i
    a = cute.make_layout(total)
    #^ = 12:1
    down = 0
    for i in cutlass.range_constexpr(5, 0, -2):
        down += i
    b = cute.make_layout(down)
    #^ = 9:1
    rows = cute.make_rmem_tensor((4, 8), cutlass.Float32)
    for i in cutlass.range(0, n, 2):
        c = rows[None, i // 2]
        #^ = (4):(1)
