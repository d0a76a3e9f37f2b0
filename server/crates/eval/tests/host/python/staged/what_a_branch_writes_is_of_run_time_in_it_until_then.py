import cutlass.cute as cute

@cute.jit
def f():
    x = 4
    b = 3
    if b == 3:
        l = cute.make_layout((x, 2))
        #^ = (x,2):(1,x)
        x = 6
        m = cute.make_layout((x, 2))
        #^ = (6,2):(1,6)
    else:
        n = cute.make_layout((x, 2))
        #^ = (x,2):(1,x)
