import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((9, (4, 8)), stride=(59, (13, 1)))
    tiler = (cute.make_layout(3, stride=3), cute.make_layout((2, 4), stride=(1, 8)))
    logical = cute.logical_divide(a, tiler)
    #^ = ((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))
    zipped = cute.zipped_divide(a, tiler)
    #^ = ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))
    tiled = cute.tiled_divide(a, tiler)
    #^ = ((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))
    flat = cute.flat_divide(a, tiler)
    #^ = (3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))
    composed = cute.composition(cute.make_layout((6, 2), stride=(8, 2)), cute.make_layout((4, 3), stride=(3, 1)))
    #^ = ((2,2),3):((24,2),8)
    merged = cute.coalesce(cute.make_layout((2, (1, 6)), stride=(1, (6, 2))), target_profile=(1, 1))
    #^ = (2,6):(1,2)
    rest = cute.complement(cute.make_layout(4), 24)
    #^ = 6:4
    inverse = cute.right_inverse(cute.make_layout((4, 8), stride=(8, 1)))
    #^ = (8,4):(4,1)
    blocked = cute.blocked_product(cute.make_layout((2, 5), stride=(5, 1)), cute.make_layout((3, 4)))
    #^ = ((2,3),(5,4)):((5,10),(1,30))
    raked = cute.raked_product(cute.make_layout((2, 5), stride=(5, 1)), cute.make_layout((3, 4)))
    #^ = ((3,2),(4,5)):((10,5),(30,1))
    kept = cute.logical_divide(cute.make_layout((4, 8)), (2, None))
    #^ = ((2,2),8):((1,2),4)
