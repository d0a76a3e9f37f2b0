import cutlass
import cutlass.cute as cute
@cute.jit
def leaves(n: cutlass.Constexpr):
    if n != 8:
        raise ValueError(n)
    certain = cute.make_layout(n)
    #^ = 8:1
@cute.jit
def goes_on(n: cutlass.Constexpr):
    if n != 8:
        odd = 1
    open_still = cute.make_layout(n)
    #^ unknown
