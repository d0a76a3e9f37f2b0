from dataclasses import KW_ONLY, dataclass, field

import cutlass
import cutlass.cute as cute


@dataclass
class OneByName:
    m: int = 128
    stages: int = field(default=3, kw_only=True)
    z: int = 7


@dataclass(kw_only=True)
class AllByName:
    m: int = 128
    n: int = 4


@dataclass
class OfThese(AllByName):
    z: int = 5


@dataclass
class FromThereOn:
    m: int = 1
    _: KW_ONLY
    n: int = 4


@dataclass
class Behind(FromThereOn):
    q: int = 8


@cute.jit
def f():
    one = OneByName(1, 2)
    of_one = cute.make_layout((one.m, one.stages, one.z))
    #^ = (1,3,2):(0,1,3)
    of_these = cute.make_layout((OfThese(1).z, OfThese(1).m, OfThese(z=2, n=3).n))
    #^ = (1,128,3):(0,1,128)
    behind = Behind(2, 3)
    of_behind = cute.make_layout((behind.m, behind.n, behind.q))
    #^ = (2,4,3):(1,2,8)
