import cutlass.cute as cute

@cute.jit
def f():
    a = cute.select((4, 8, 2), mode=[2, 0])
    #^ = (2,4)
    b = cute.group_modes((4, 8, 2), 0, 2)
    #^ = ((4,8),2)
    c = cute.slice_((4, (8, 2)), (None, (0, None)))
    #^ = (4,2)
    d = cute.dice((4, 8), (1, None))
    #^ = (4)
    e = cute.flatten((4, (2, 3)))
    #^ = (4,2,3)
    f = cute.append((4, 8), 3)
    #^ = (4,8,3)
    g = cute.product_each((4, (2, 3)))
    #^ = (4,6)
    h = (*f, 16)
    #^ = (4,8,3,16)
    i = cute.repeat(1, 3)
    #^ = (1,1,1)
