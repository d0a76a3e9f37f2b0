import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = (4, (8, 2))
    size = cute.size(a, mode=[1])
    #^ = 16
    rank = cute.rank(a)
    #^ = 2
    depth = cute.depth(a)
    #^ = 2
    inner = cute.get(a, mode=[1, 0])
    #^ = 8
    tiles = cute.ceil_div((10, 9), (4, 3))
    #^ = (3,3)
    rounded = cute.round_up(10, 4)
    #^ = 12
    bytes = cute.size_in_bytes(cutlass.Float16, cute.make_layout((4, 8)))
    #^ = 64
    bits = cutlass.BFloat16.width
    #^ = 16
