# What is not known may assign the attributes of an object that it is given; under suppositions it does not.
import cutlass.cute as cute
from elsewhere import note


class Tile:
    def __init__(self, rows: int):
        self.rows = rows

    @cute.jit
    def f(self):
        before = cute.make_layout(self.rows)
        #^ = 64:1
        note(self)
        after = cute.make_layout((self.rows, 8))
        #^ unknown: it may be assigned where that is not seen
        #^ = (64,8):(1,64) if Tile unchanged by code that is not seen


Tile(64).f()
