# What C++ leaves in tuples of one, `((2),(2)):((1),(2))`, stands beside the other modes in the DSL.

import cutlass.cute as cute

@cute.jit
def f():
    a, b = cute.make_layout((4,)), cute.make_layout((3,))
    c, d = cute.make_layout((4, 2)), cute.make_layout((3, 5))
    zipped = cute.zipped_divide(a, (2,))
    #^ = ((2),(2)):((1),(2))
    tiled = cute.tiled_divide(a, (2,))
    #^ = ((2),2):((1),2)
    tiled2 = cute.tiled_divide(cute.make_layout((256, 8)), (128,))
    #^ = ((128),2,8):((1),128,256)
    flat = cute.flat_divide(cute.make_layout(256, stride=8), (128,))
    #^ = (128,2):(8,1024)
    flat2 = cute.flat_divide(cute.make_layout((256, 8)), (128,))
    #^ = (128,2,8):(1,128,256)
    of_layout = cute.flat_divide(cute.make_layout(4), cute.make_layout((2,)))
    #^ = (2,2):(1,2)
    nested = cute.flat_divide(cute.make_layout(((4, 8), 8)), (8,))
    #^ = (8,4,8):(1,8,32)
    zipped_product = cute.zipped_product(a, b)
    #^ = ((4),(3)):((1),(4))
    tiled_product = cute.tiled_product(c, b)
    #^ = ((4,2),3):((1,4),8)
    flat_product = cute.flat_product(a, b)
    #^ = (4,3):(1,4)
    flat_product2 = cute.flat_product(a, d)
    #^ = (4,3,5):(1,4,12)
