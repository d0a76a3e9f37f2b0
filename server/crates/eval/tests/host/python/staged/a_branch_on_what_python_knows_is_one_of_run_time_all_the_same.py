import cutlass.cute as cute

@cute.jit
def f():
    x = 4
    same = 4
    b = 3
    if b == 3:
        x = 5
        same = 4
        within = cute.make_layout((x, 2))
        #^ = (5,2):(1,5)
    other = 6
    if b is None:
        other = 7
    elif isinstance(b, int):
        other = 8
    l = cute.make_layout((x, 2))
    #^ = (x,2):(1,x)
    m = cute.make_layout((same, 2))
    #^ = (same,2):(1,same)
    n = cute.make_layout((other, 2))
    #^ = (other,2):(1,other)
    o = cute.make_layout((b, 2))
    #^ = (3,2):(1,3)
