import cutlass
import cutlass.cute as cute
TILE = 32
def outer(n=4):
    def inner(m):
        return cute.make_layout((m, n, TILE))
    made = inner(2)
    #^ = (2,4,32):(1,2,8)
outer()
