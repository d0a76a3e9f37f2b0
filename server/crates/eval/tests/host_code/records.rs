//! Python's dataclasses, named tuples, enumerations and class methods.

use crate::fixture::check_python;

const IMPORTS: &str = "import enum
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
import cutlass
import cutlass.cute as cute
";

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    check_python(&format!("{IMPORTS}{code}"), expected);
}

#[test]
fn a_dataclass_takes_its_bases_fields_first() {
    check(
        "@dataclass
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
    u = Tile(32, 64, (1, 2))
    b = cute.make_layout((u.m, u.n, u.k))
    c = cute.make_layout((u.limit, u.cls_only, u.made))
    v = replace(u, n=5)
    d = cute.make_layout((v.m, v.n))
",
        &["a = (4,8):(1,4)", "b = (32,64,(1,2)):(1,32,(0,2048))", "c = (3,9,1):(1,3,0)", "d = (32,5):(1,32)"],
    );
}

#[test]
fn what_follows_the_fields_may_change_them() {
    check(
        "@dataclass
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
    b = one.total
    c = Config(128, 3).total
",
        &["a = 4", "b = 256", "c = 384"],
    );
}

#[test]
fn a_named_tuple_is_a_tuple() {
    check(
        "class Tile(NamedTuple):
    m: int
    n: int = 8
    def area(self):
        return self.m * self.n
def f():
    t = Tile(16)
    a = cute.make_layout((t.m, t.n))
    m, n = t
    b = cute.make_layout((n, m))
    c = cute.make_layout(tuple(t._replace(n=3)))
    d = t[1]
    e = len(t)
    g = cute.make_layout((*t, t.area()))
    h = [x + 1 for x in t]
",
        &[
            "a = (16,8):(1,16)",
            "b = (8,16):(1,8)",
            "c = (16,3):(1,16)",
            "d = 8",
            "e = 2",
            "g = (16,8,128):(1,16,128)",
            "h = (17,9)",
        ],
    );
}

#[test]
fn members_of_enumerations_are_compared() {
    check(
        "class Barrier(IntEnum):
    Epilogue = auto()
    Load = auto()
    Far = 12
    Next = enum.auto()
class Major(Enum):
    K = \"k\"
    MN = auto()
def f(major=Major.K):
    a = cute.make_layout((Barrier.Load, Barrier.Next))
    b = Barrier.Far.value + 1
    c = 4 if major == Major.K else 5
    d = 4 if major is Major.MN else 5
    e = 4 if Major.K == \"k\" else 5
    g = {Major.K: 6, Major.MN: 7}[Major.MN]
f()
",
        &["a = (2,13):(1,2)", "b = 13", "c = 4", "d = 5", "e = ?", "g = 7"],
    );
}

#[test]
fn a_class_method_is_given_the_class() {
    check(
        "class Config:
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
    b = cute.make_layout(Wide.square(4, scale=2).shape)
    c = Config.twice(3)
    d = Config.square(2).square(3).n
    e = type(Wide.square(2)).WIDTH
",
        &["a = (4,16):(1,4)", "b = (8,32):(1,8)", "c = 6", "d = 12", "e = 8"],
    );
}

#[test]
fn attributes_are_asked_for_by_name() {
    check(
        "class Kernel:
    stages = 3
    def __init__(self):
        self.tile = 64
def f(unknown=None):
    kernel = Kernel()
    a = getattr(kernel, \"tile\", 1)
    b = getattr(kernel, \"stages\")
    c = getattr(None, \"stages\", 5)
    d = getattr(kernel, \"absent\", 7)
    e = 1 if isinstance(kernel, Kernel) else 0
    g = 1 if isinstance(4, (str, tuple)) else 0
",
        &["a = 64", "b = 3", "c = 5", "d is unknown", "e = 1", "g = 0"],
    );
}
