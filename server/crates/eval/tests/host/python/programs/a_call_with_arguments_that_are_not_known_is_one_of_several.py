import sys
import cutlass
import cutlass.cute as cute


@cute.jit
def main(n: cutlass.Constexpr = 4):
    layout = cute.make_layout((2, n))
    #^ = (2,6):(1,2) [n = 6]
    #^ unknown: nothing here calls the function, so `n` may be another than its default []


main(*map(int, sys.argv[1:]))
main(6)
