# An object that is supposed is made of its defaults, but for types that are None there. `Any` says nothing: the name does.
from dataclasses import dataclass
from typing import Any, Optional, Type

import cutlass
import cutlass.cute as cute


@dataclass(frozen=True)
class Plan:
    rows: int = 64
    acc_dtype: Type[cutlass.Numeric] = None
    out_dtype: Optional[Type[cutlass.Numeric]] = None


class Sums:
    def __init__(self, rows: int = 32, acc_dtype: Type[cutlass.Numeric] = None):
        self.rows = rows
        self.acc_dtype = acc_dtype


@dataclass
class Parts:
    sum_acc_dtype: Any


@cute.jit
def by_fields(plan: Plan):
    words = cute.make_layout((plan.rows, plan.acc_dtype.width))
    #^ unknown: is not known
    #^ = (64,32):(1,64) if Plan.acc_dtype = Float32, plan of its defaults
    if cutlass.const_expr(plan.out_dtype is None):
        left_out = cute.make_layout(plan.rows)
        #^ unknown: is not known
        #^ = 64:1 if Plan.acc_dtype = Float32, plan of its defaults


@cute.jit
def by_a_constructor(sums: Sums):
    words = cute.make_layout((sums.rows, sums.acc_dtype.width))
    #^ unknown: is not known
    #^ = (32,32):(1,32) if Sums.acc_dtype = Float32, sums of its defaults


@cute.jit
def by_name(parts: Parts):
    words = cute.make_layout((8, parts.sum_acc_dtype.width))
    #^ unknown: is not known
    #^ = (8,32):(1,8) if sum_acc_dtype = Float32, parts of its defaults


def made_by_the_program():
    certain = Plan(16)
    text = cute.make_layout((certain.rows, 2))
    #^ = (16,2):(1,16)
