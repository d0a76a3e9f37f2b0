import cutlass
import cutlass.cute as cute
def made(m, n=2, k=3):
    return cute.make_layout((m, n, k))
def f(more):
    known = {"n": 8}
    a = made(4, **known)
    #^ = (4,8,3):(1,4,32)
    b = made(4, **known, **more)
    #^ unknown
    c = made(*[5, 6], **dict(k=7))
    #^ = (5,6,7):(1,5,30)
