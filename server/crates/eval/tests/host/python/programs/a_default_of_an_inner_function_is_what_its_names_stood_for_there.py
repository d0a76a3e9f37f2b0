import cutlass
import cutlass.cute as cute
def f():
    n = 3
    size = lambda n=n: n
    n = 9
    layout = cute.make_layout((size(), 2))
    #^ unknown
    eight = lambda n=8: n
    line = cute.make_layout((eight(), 2))
    #^ = (8,2):(1,8)
