import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
class Tile(NamedTuple):
    m: int
    n: int = 8
    def area(self):
        return self.m * self.n
def f():
    t = Tile(16)
    a = cute.make_layout((t.m, t.n))
    #^ = (16,8):(1,16)
    m, n = t
    b = cute.make_layout((n, m))
    #^ = (8,16):(1,8)
    c = cute.make_layout(tuple(t._replace(n=3)))
    #^ = (16,3):(1,16)
    d = t[1]
    #^ = 8
    e = len(t)
    #^ = 2
    g = cute.make_layout((*t, t.area()))
    #^ = (16,8,128):(1,16,128)
    h = [x + 1 for x in t]
    #^ = (17,9)
