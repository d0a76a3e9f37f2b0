import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 8))
    b = cute.zipped_divide(cute.make_layout(32), 4)
    #^ unknown: the DSL divides by a tile, not by an integer
    c = a((1, 2), 3)
    #^ unknown: a layout takes one coordinate
    d = cute.make_swizzle(4, 3, 3)
    #^ unknown: Sw<4,3,3>: the distance is less than the number of bits, so the two masks overlap
    e = cute.group_modes(a, 0, 3)
    #^ unknown: group: [0,3) is no range of the modes of a layout of rank 2; a range begins before it ends, at 2 at most
