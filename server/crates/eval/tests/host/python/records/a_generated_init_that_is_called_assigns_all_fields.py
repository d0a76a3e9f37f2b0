# `super().__init__(..)` and `Base.__init__(self, ..)` of a dataclass assign all of its fields, defaults included, whatever
# the object or its class had before. Values printed by nvidia-cutlass-dsl 4.8.1.
import cutlass.cute as cute
from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Base:
    x: int = 2
    y: int = 3


class ByName(Base):
    def __init__(self, n):
        self.y = 7
        super().__init__(x=n)


class InOrder(Base):
    y = 20

    def __init__(self, n):
        Base.__init__(self, n)


@dataclass
class Doubled:
    x: int

    def __post_init__(self):
        self.x *= 2


class OfDoubled(Doubled):
    def __init__(self, n):
        super().__init__(n)


@dataclass(init=False)
class Declined(Base):
    y: int = 50


class Pair(NamedTuple):
    x: int = 2
    y: int = 3


class Covered(Pair):
    x = 9


@cute.jit
def main():
    a = ByName(5)
    A = cute.make_layout((a.x, a.y))
    #^ = (5,3):(1,5)
    b = InOrder(4)
    B = cute.make_layout((b.x, b.y))
    #^ = (4,3):(1,4)
    c = OfDoubled(4)
    C = cute.make_layout(c.x)
    #^ = 8:1
    d = Declined(7)
    D = cute.make_layout((d.x, d.y, Declined.y))
    #^ = (7,3,50):(1,7,21)
    e = Covered(5)
    E = cute.make_layout((e.x, e.y, e[0]))
    #^ = (9,3,5):(1,9,27)


main()
