import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
@dataclass
class Config:
    tile: int = 64
    stages: int = None
    def __post_init__(self):
        if self.stages is None:
            self.stages = self.tile // 16
        self.total = self.tile * self.stages
def f():
    one = Config()
    a = one.stages
    #^ = 4
    b = one.total
    #^ = 256
    c = Config(128, 3).total
    #^ = 384
