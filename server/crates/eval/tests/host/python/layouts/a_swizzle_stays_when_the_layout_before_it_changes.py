import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    tiled = cute.tile_to_shape(a, (128, 64, 3), order=(0, 1, 2))
    #^ = Sw<3,4,3> o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))
    stage = cute.slice_(tiled, (None, None, 1))
    #^ = Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
    first = cute.select(tiled, mode=[0, 1])
    #^ = Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
    inner = a.inner
    #^ = Sw<3,4,3>
    outer = a.outer
    #^ = (8,64):(64,1)
    words = cute.recast_layout(32, 16, a)
    #^ = Sw<3,3,3> o 0 o (8,32):(32,1)
    open = a((None, 1))
    #^ unknown: a slice of a composed layout is not its call
