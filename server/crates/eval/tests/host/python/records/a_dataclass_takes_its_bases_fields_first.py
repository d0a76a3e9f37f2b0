import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
@dataclass
class Base:
    m: int = 16
    limit: ClassVar[int] = 3
    cls_only = 9
@dataclass(frozen=True)
class Tile(Base):
    n: int = 8
    k: tuple = field(default=(2, 2))
    made: int = field(init=False, default=1)
def f():
    t = Tile(m=4)
    a = cute.make_layout((t.m, t.n))
    #^ = (4,8):(1,4)
    u = Tile(32, 64, (1, 2))
    b = cute.make_layout((u.m, u.n, u.k))
    #^ = (32,64,(1,2)):(1,32,(0,2048))
    c = cute.make_layout((u.limit, u.cls_only, u.made))
    #^ = (3,9,1):(1,3,0)
    v = replace(u, n=5)
    d = cute.make_layout((v.m, v.n))
    #^ = (32,5):(1,32)
