import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 8))
    #^ = (4,8):(1,4)
    b = cute.make_layout((4, (2, 3)), stride=(1, (4, 8)))
    #^ = (4,(2,3)):(1,(4,8))
    c = cute.make_layout(4)
    #^ = 4:1
    d = cute.make_layout((4,))
    #^ = (4):(1)
    e = cute.make_layout((1, 8))
    #^ = (1,8):(0,1)
    f = cute.make_ordered_layout((4, 8, 2), order=(1, 0, 2))
    #^ = (4,8,2):(8,1,32)
    g = cute.make_identity_layout((4, 8))
    #^ = (4,8):(1@0,1@1)
    h = cute.make_layout((4, 8), stride=(cute.E(1), 8 * cute.E(0)))
    #^ = (4,8):(1@1,8@0)
