# A factory leaves nothing in the class, so what a base has is seen there; a field that is no parameter is the class's own;
# what is declared as one of the class is no field any longer. Values printed by nvidia-cutlass-dsl 4.8.1.
from dataclasses import dataclass, field
from typing import ClassVar

import cutlass.cute as cute


class Base:
    x = 3


@dataclass
class Record(Base):
    x: int = field(default_factory=lambda: 5)
    y: int = field(default=9, init=False)
    z: int = 7


@dataclass
class Plain:
    x: int = 2
    z: int = 4


@dataclass
class OfClass(Plain):
    z: ClassVar[int] = 8


@cute.jit
def main():
    record = Record()
    Record.y = 12
    Record.z = 70
    a = cute.make_layout((Record.x, record.x))
    #^ = (3,5):(1,3)
    b = cute.make_layout((record.y, record.z))
    #^ = (12,7):(1,12)
    c = cute.make_layout((OfClass(x=6).x, OfClass(6).z))
    #^ = (6,8):(1,6)


main()
