import cutlass.cute as cute

@cute.jit
def f():
    a = cute.raked_product(cute.make_layout((2, 1)), cute.make_layout((2, 8)))
    #^ = ((2,2),8):((2,1),4)
    b = cute.raked_product(cute.make_layout((1, 2)), cute.make_layout((2, 2)))
    #^ = (2,(2,2)):(2,(4,1))
    c = cute.raked_product(cute.make_layout((2, 4), stride=(8, 1)), cute.make_layout((2, 2)))
    #^ = (4,(2,4)):(4,(16,1))
    d = cute.raked_product(cute.make_layout(((1, 2), 1)), cute.make_layout((2, 3)))
    #^ = ((2,2),3):((2,1),4)
    e = cute.raked_product(cute.make_layout((2, 4), stride=(8, 1)), cute.make_layout((8, 2)))
    #^ = ((2,4,2),(2,4)):((4,16,8),(64,1))
    f = cute.raked_product(cute.make_layout(2), cute.make_layout(2))
    #^ = ((2,2)):((2,1))
    g = cute.raked_product(cute.make_layout(2), cute.make_layout(1))
    #^ = (2):(1)
    h = cute.blocked_product(cute.make_layout((2, 1, 2)), cute.make_layout((2, 8, 1)))
    #^ = ((2,2),(1,8),(2,1)):((1,4),(0,8),(2,0))
    i = cute.raked_product(cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 1))), cute.make_layout((1, 4)))
    #^ = Sw<3,3,3> o 0 o (8,4):(1,8)
