import cutlass
import cutlass.cute as cute
def f(*args, **options):
    first, *middle, last = args
    a = cute.make_layout(tuple(middle))
    #^ = (3,4):(1,3)
    b = cute.make_layout((first, last))
    #^ = (2,5):(1,2)
    *others, end = (2, 3, 4)
    c = cute.make_layout(tuple(others))
    #^ = (2,3):(1,2)
    d = options.get("stages", 1)
    #^ = 1
    e = options["tile"]
    #^ = 64
    g = 1 if "mask" in options else 0
    #^ = 0
f(2, 3, 4, 5, tile=64)
