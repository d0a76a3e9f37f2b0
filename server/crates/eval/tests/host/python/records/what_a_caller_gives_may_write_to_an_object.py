# Which function that is, nothing says: what it is given may be another object behind the call.
import cutlass
import cutlass.cute as cute


class Tiles:
    def __init__(self, rows):
        self.rows = rows


@cute.jit
def of_object(change):
    tiles = Tiles(8)
    before = cute.make_layout(tiles.rows)
    #^ = 8:1
    change(tiles)
    behind = cute.make_layout(tiles.rows)
    #^ = 8:1 if code that is not followed assigns nothing


@cute.jit
def of_list(change):
    rows = [8]
    change(rows)
    behind = cute.make_layout(rows[0])
    #^ = 8:1 if code that is not followed assigns nothing
