import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
class Barrier(IntEnum):
    Epilogue = auto()
    Load = auto()
    Far = 12
    Next = enum.auto()
class Major(Enum):
    K = "k"
    MN = auto()
def f(major=Major.K):
    a = cute.make_layout((Barrier.Load, Barrier.Next))
    #^ = (2,13):(1,2)
    b = Barrier.Far.value + 1
    #^ = 13
    c = 4 if major == Major.K else 5
    #^ = 4
    d = 4 if major is Major.MN else 5
    #^ = 5
    e = 4 if Major.K == "k" else 5
    #^ = ?
    g = {Major.K: 6, Major.MN: 7}[Major.MN]
    #^ = 7
f()
