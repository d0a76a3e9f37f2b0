# A function that is not followed assigns attributes by names that it computes, while the module is run: before anything is
# supposed in a function. What the attributes held is supposed to be what they hold.
import cutlass
import cutlass.cute as cute

import elsewhere


class Tile:
    rows = 64

    def __init__(self):
        self.columns = 32


def register(kind):
    setattr(elsewhere.registry(), "of_" + elsewhere.name(kind), kind)


made = Tile()
register("gelu")
of_module = cute.make_layout((Tile.rows, 2))
#^ unknown: of an object that is not known is assigned
#^ = (64,2):(1,64) if code that is not followed assigns nothing


def tile(mA: cute.Tensor):
    of_class = cute.make_layout((Tile.rows, 8))
    #^ unknown: of an object that is not known is assigned
    #^ = (64,8):(1,64) if code that is not followed assigns nothing, mA of rank 2 and Float16
    of_object = cute.make_layout((made.columns, 8))
    #^ unknown: of an object that is not known is assigned
    #^ = (32,8):(1,32) if code that is not followed assigns nothing, mA of rank 2 and Float16
