import cutlass
import cutlass.cute as cute


@cute.jit
def f(n: cutlass.Int32):
    rows = cute.make_fragment_like(cute.make_layout((4, 8), stride=(8, 1)))
    #^ = (4,8):(1,4)
    inner = cute.make_fragment_like(cute.make_layout(((2, 2), 8), stride=((0, 8), 1)))
    #^ = ((2,2),8):((0,1),2)
    gaps = cute.make_fragment_like(cute.make_layout(((4, 2), 3, 5), stride=((2, 1), 40, 8)))
    #^ = ((4,2),3,5):((1,4),40,8)
    vector = cute.make_fragment_like(cute.make_layout(12, stride=3))
    #^ = 12:1
    of_run_time = cute.make_fragment_like(cute.make_layout(((4, 1), 1, 2), stride=((1, 0), n, n * 4)))
    #^ = ((4,1),1,2):((1,0),0,4)
    nested = cute.make_fragment_like(cute.make_layout(((8, 1), (2, 2)), stride=((1, 0), (64, n))))
    #^ = ((8,1),(2,2)):((1,0),(8,16))
    swizzled = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    plain = cute.make_fragment_like(swizzled)
    #^ = (8,64):(1,8)
    registers = cute.make_fragment_like(cute.make_layout((4, 8), stride=(8, 1)), cutlass.Float32)
    #^ = (4,8):(1,4)


cute.compile(f, cutlass.Int32(4))
