# `int(a / b)` of numbers is their quotient without what is left; of negative ones it is not computed.
import cutlass.cute as cute

TILE, RANKS = 256, 8


@cute.jit
def f():
    share = cute.make_layout((int(TILE / RANKS), 2))
    #^ = (32,2):(1,32)
    rest = cute.make_layout(int(7 / 2))
    #^ = 3:1
    below = cute.make_layout(8 + int(-7 / 2))
    #^ unknown


cute.compile(f)
