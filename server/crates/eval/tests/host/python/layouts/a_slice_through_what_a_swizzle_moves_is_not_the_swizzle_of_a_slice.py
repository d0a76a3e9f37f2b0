import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_composed_layout(cute.make_swizzle(1, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    b = cute.slice_(a, (None, 0))
    #^ unknown: the DSL puts what the swizzle does into the strides of this slice
    c = cute.slice_(a, (3, None))
    #^ unknown: the DSL puts what the swizzle does into the strides of this slice
    d = cute.slice_(cute.append(a, cute.make_layout(2, stride=512)), (None, None, 1))
    #^ = Sw<1,4,3> o 0 o (8,64):(64,1)
    e = cute.slice_(cute.append(a, cute.make_layout(2, stride=128)), (None, None, 1))
    #^ unknown: the DSL puts what the swizzle does into the strides of this slice
    f = cute.slice_(a, (None, None))
    #^ = Sw<1,4,3> o 0 o (8,64):(64,1)
