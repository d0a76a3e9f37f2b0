# Methods of the class stand in front of those of tuples; fields are read past them.
from typing import NamedTuple

import cutlass.cute as cute


class Long(NamedTuple):
    m: int
    n: int

    def __len__(self):
        return 9


class Picked(NamedTuple):
    m: int
    n: int

    def __getitem__(self, at):
        return 9


class Doubled(NamedTuple):
    m: int
    n: int

    def __iter__(self):
        return iter((2 * self.m, 2 * self.n))


class Plain(NamedTuple):
    m: int
    n: int

    def area(self):
        return self.m * self.n


def f():
    a = cute.make_layout(len(Long(4, 8)))
    #^ unknown
    b = cute.make_layout(Picked(4, 8)[0])
    #^ unknown
    c = cute.make_layout(Picked(4, 8).m)
    #^ = 4:1
    m, n = Doubled(4, 8)
    d = cute.make_layout(m)
    #^ unknown
    e = cute.make_layout(sum([size for size in Doubled(4, 8)]))
    #^ unknown
    m, n = Plain(4, 8)
    g = cute.make_layout((m, n))
    #^ = (4,8):(1,4)
    h = cute.make_layout((len(Plain(4, 8)), Plain(4, 8).area()))
    #^ = (2,32):(1,2)


f()
