import cutlass
import cutlass.cute as cute
def f():
    sizes = [2 * n for n in range(1, 4)]
    shape = tuple(sizes)
    #^ = (2,4,6)
    first, *_ = (4, 5)
    part = shape[1:]
    #^ = (4,6)
    largest = cute.make_layout((max(4, 8), len(shape)))
    #^ = (8,3):(1,8)
    pairs = sum(a * b for a, b in zip((1, 2), (3, 4)))
    #^ = 11
    extended = cute.make_layout((2,) + (3, 4))
    #^ = (2,3,4):(1,2,6)
f()
