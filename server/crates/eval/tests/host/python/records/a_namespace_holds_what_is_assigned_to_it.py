# Fields of a namespace are known until something may assign them, whatever attributes other code assigns by computed names.
from types import SimpleNamespace

import cutlass
import cutlass.cute as cute
import elsewhere


class Options:
    def __init__(self, given):
        self.given = given


def fill(options: Options, names):
    for name in names:
        setattr(options, name, 1)


def widen(common):
    common.tile = (common.tile[0] * 2, 8)


def use(common, own):
    own.inner = cute.make_layout(common.tile)
    #^ = (32,8):(1,32)
    again = cute.make_layout((own.inner.shape, own.stages))
    #^ = ((32,8),3):((1,32),256)


def main():
    common = SimpleNamespace(tile=(16, 4), rest=2)
    first = cute.make_layout(common.tile)
    #^ = (16,4):(1,16)
    same = common
    widen(same)
    second = cute.make_layout(common.tile)
    #^ = (32,8):(1,32)
    use(common, SimpleNamespace(stages=3))
    third = cute.make_layout(getattr(common, "rest"))
    #^ = 2:1


def of_a_dictionary(fields):
    open = SimpleNamespace(tile=(8, 8), **fields)
    fourth = cute.make_layout(open.tile)
    #^ unknown


def handed_over():
    common = SimpleNamespace(tile=8)
    elsewhere.take(common)
    fifth = cute.make_layout(common.tile)
    #^ = 8:1 if code that is not followed assigns nothing
