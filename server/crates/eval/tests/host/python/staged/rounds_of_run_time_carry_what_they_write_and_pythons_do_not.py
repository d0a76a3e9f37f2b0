import cutlass
import cutlass.cute as cute

@cute.jit
def f():
        x = 4
        y = 4
        z = 4
        u = 4
        w = 4
        for i in range(3):
            x = 4
        for i in cutlass.range(3, unroll=1):
            y = 4
        for i in cutlass.range_constexpr(3):
            z = 4
        for i in (1, 2):
            u = 4
        k = 0
        while k < 3:
            w = 4
            k += 1
        a = cute.make_layout((x, 2))
        #^ = (x,2):(1,x)
        b = cute.make_layout((y, 2))
        #^ = (y,2):(1,y)
        c = cute.make_layout((z, 2))
        #^ = (4,2):(1,4)
        d = cute.make_layout((u, 2))
        #^ = (4,2):(1,4)
        e = cute.make_layout((w, 2))
        #^ = (w,2):(1,w)
