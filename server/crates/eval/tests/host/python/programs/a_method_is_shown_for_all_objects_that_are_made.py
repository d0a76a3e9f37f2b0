# Five different objects are more than a method is run for: what differs between them is supposed, as for one of them.
import cutlass.cute as cute


class Tiled:
    def __init__(self, rows, columns, stage):
        self.rows = rows
        self.columns = columns
        self.stage = stage

    def layout(self):
        tile = cute.make_layout((self.rows, self.columns))
        #^ unknown
        #^ = (64,8):(1,64) if rows = 64, columns = 8, stage = 0
        row = cute.make_layout(self.columns)
        #^ = 8:1


class Alike:
    def __init__(self, rows):
        self.rows = rows

    def layout(self):
        tile = cute.make_layout(self.rows)
        #^ = 64:1 [self.rows = 64]
        #^ = 32:1 [self.rows = 32]


first = Tiled(64, 8, 0)
second = Tiled(64, 8, 1)
third = Tiled(64, 8, 2)
fourth = Tiled(64, 8, 3)
fifth = Tiled(32, 8, 4)
alike = [Alike(64), Alike(64), Alike(64), Alike(64), Alike(32)]
