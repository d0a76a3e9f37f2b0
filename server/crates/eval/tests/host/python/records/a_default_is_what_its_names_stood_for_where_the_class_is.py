# Defaults of fields are evaluated once, where the class is defined; a factory is called for each object. Values printed by
# nvidia-cutlass-dsl 4.8.1.
from dataclasses import dataclass, field
from typing import NamedTuple

import cutlass.cute as cute

N = 3
M = 4


@dataclass
class Record:
    fixed: int = M
    x: int = N
    made: int = field(default_factory=lambda: N)


class Pair(NamedTuple):
    m: int
    n: int = N


N = 8


@cute.jit
def main():
    record = Record()
    a = cute.make_layout(record.x)
    #^ unknown: what the class began with
    b = cute.make_layout(record.fixed)
    #^ = 4:1
    c = cute.make_layout(record.made)
    #^ = 8:1
    d = cute.make_layout(Pair(2).n)
    #^ unknown: what the class began with
    e = cute.make_layout(Pair(2, 5).n)
    #^ = 5:1


main()
