import cutlass
import cutlass.cute as cute
from cutlass import const_expr

@cute.jit
def f():
    b = 3
    x, y, z, w = 4, 4, 4, 4
    if const_expr(b == 3):
        x = 5
    if cutlass.const_expr(b == 4):
        y = 5
    elif const_expr(b == 3):
        y = 6
    if not const_expr(b == 4):
        z = 5
    if const_expr(b == 3) and True:
        w = 5
    i = cute.make_layout((x, 2))
    #^ = (5,2):(1,5)
    j = cute.make_layout((y, 2))
    #^ = (6,2):(1,6)
    k = cute.make_layout((z, 2))
    #^ = (z,2):(1,z)
    l = cute.make_layout((w, 2))
    #^ = (w,2):(1,w)
