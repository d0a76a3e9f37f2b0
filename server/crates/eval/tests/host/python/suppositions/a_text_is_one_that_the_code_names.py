# A text that nothing gives is one of those with which the code compares it.
import cutlass.cute as cute


def tile(major: str):
    order = (1, 0) if major == "k" else (0, 1)
    layout = cute.make_ordered_layout((8, 4), order=order)
    #^ = (8,4):(4,1) if major = "k"
