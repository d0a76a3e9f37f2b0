# What is not known may be a tuple, or None: it is no leaf and no coordinate.
import cutlass
import cutlass.cute as cute
from elsewhere import part, coordinate


@cute.jit
def parts():
    flat = cute.flatten((part(), 3))
    #^ unknown
    count = cute.rank(flat)
    #^ unknown
    kept = cute.slice_((2, 4), (coordinate(), None))
    #^ unknown
    several = cute.slice_((2, 4), (0, None))
    #^ = (4)


parts()
