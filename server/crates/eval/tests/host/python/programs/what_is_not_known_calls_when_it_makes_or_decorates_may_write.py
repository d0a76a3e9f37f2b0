# Code that is not known runs code of the program where no call of it stands: a decorator may call its function, a base's
# constructor may call methods of the class, and a class may be called by something that holds it.
import sys

import cutlass
import cutlass.cute as cute
import elsewhere

decorated = 2
plain = 2


@elsewhere.decorate
def add(k=6):
    global decorated
    decorated += k


after_a_decorator = cute.make_layout((decorated, 8))
#^ unknown: may assign it at any time
before_a_decorator = cute.make_layout((plain, 8))
#^ = (2,8):(1,2)


class Hooked(elsewhere.Base):
    def hook(self):
        self.rows = 4

    rows = 2
    columns = 8


hooked = Hooked()
after_a_constructor = cute.make_layout((hooked.rows, 8))
#^ unknown
of_no_method = cute.make_layout((hooked.columns, 8))
#^ = (8,8):(1,8)


class Tile:
    def __init__(self, rows):
        self.rows = rows


class Count:
    def __init__(self, n=1):
        tile.rows += n
        self.columns = n


tile = Tile(2)
other = Count(8)


def made_by_its_name():
    getattr(sys.modules[__name__], "Count")()
    rows = cute.make_layout((tile.rows, 8))
    #^ unknown
    columns = cute.make_layout((other.columns, 8))
    #^ = (8,8):(1,8)


made_by_its_name()
