import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
class Kernel:
    stages = 3
    def __init__(self):
        self.tile = 64
def f(unknown=None):
    kernel = Kernel()
    a = getattr(kernel, "tile", 1)
    #^ = 64
    b = getattr(kernel, "stages")
    #^ = 3
    c = getattr(None, "stages", 5)
    #^ = 5
    d = getattr(kernel, "absent", 7)
    #^ = 7 if unknown = None, Kernel.absent not set
    e = 1 if isinstance(kernel, Kernel) else 0
    #^ = 1
    g = 1 if isinstance(4, (str, tuple)) else 0
    #^ = 0
