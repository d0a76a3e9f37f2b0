# What an enumeration declares again with the same value is another name of the first member.
import enum

import cutlass.cute as cute


class Mode(enum.Enum):
    ROWS = 1
    COLUMNS = 2
    DEFAULT = 1
    PAIR = (4, 8)
    SAME_PAIR = (4, 8)
    ALSO_ROWS = ROWS
    COMPUTED = ROWS + 1


class Counted(enum.Enum):
    FIRST = enum.auto()
    SECOND = enum.auto()
    LAST = 2


def f():
    a = cute.make_layout(4 if Mode.DEFAULT is Mode.ROWS else 8)
    #^ = 4:1
    b = cute.make_layout(4 if Mode.DEFAULT == Mode.COLUMNS else 8)
    #^ = 8:1
    c = cute.make_layout(4 if Mode.SAME_PAIR is Mode.PAIR else 8)
    #^ = 4:1

    d = cute.make_layout(4 if Mode.ALSO_ROWS is Mode.ROWS else 8)
    #^ = 4:1
    e = cute.make_layout(4 if Mode.COMPUTED is Mode.COLUMNS else 8)
    #^ = ?:1
    g = cute.make_layout(4 if Counted.LAST is Counted.SECOND else 8)
    #^ = 4:1
    h = cute.make_layout(4 if Counted.LAST is Counted.FIRST else 8)
    #^ = 8:1


f()
