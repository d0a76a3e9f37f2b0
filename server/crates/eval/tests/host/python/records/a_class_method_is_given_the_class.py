import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
class Config:
    WIDTH = 4
    def __init__(self, m, n):
        self.m = m
        self.n = n
    @classmethod
    def square(cls, m, scale=1):
        return cls(m * scale, m * cls.WIDTH)
    @staticmethod
    def twice(x):
        return 2 * x
    @property
    def shape(self):
        return (self.m, self.n)
    @shape.setter
    def shape(self, value):
        self.m = 0
class Wide(Config):
    WIDTH = 8
def f():
    a = cute.make_layout(Config.square(4).shape)
    #^ = (4,16):(1,4)
    b = cute.make_layout(Wide.square(4, scale=2).shape)
    #^ = (8,32):(1,8)
    c = Config.twice(3)
    #^ = 6
    d = Config.square(2).square(3).n
    #^ = 12
    e = type(Wide.square(2)).WIDTH
    #^ = 8
