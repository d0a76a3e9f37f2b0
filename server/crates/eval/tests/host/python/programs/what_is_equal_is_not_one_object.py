import enum
import cutlass
import cutlass.cute as cute
from cutlass import Float16
class Major(enum.Enum):
    K = "k"
    MN = "mn"
class Tile:
    Whole = cute.make_layout((4, 8))
def f(major=Major.K, dtype=Float16, scale=None):
    number = 1
    of_truth = cute.make_layout((4 if number is True else 8, 2))
    #^ = (?,2):(1,?)
    Whole = cute.make_layout((4, 8))
    of_layouts = cute.make_layout((4 if Whole is Tile.Whole else 8, 2))
    #^ = (?,2):(1,?)
    of_members = cute.make_layout(4 if major is Major.K else 8)
    #^ = 4:1
    of_types = cute.make_layout(4 if dtype is Float16 else 8)
    #^ = 4:1
    of_types_by_path = cute.make_layout(4 if dtype is not cutlass.BFloat16 else 8)
    #^ = 4:1
    of_none = cute.make_layout(4 if scale is None else 8)
    #^ = 4:1
f()
