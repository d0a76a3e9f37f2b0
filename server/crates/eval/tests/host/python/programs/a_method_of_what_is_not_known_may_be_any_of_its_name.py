# `given` is not read: it may give what it is given.
import copy
import os
import cutlass
import cutlass.cute as cute
from mylib import given

flag = len(os.environ) > 0


class Other:
    def go(self, n):
        pass

    def run(self, n):
        pass


class OneOfTwo:
    @cute.jit
    def go(self, n: cutlass.Constexpr):
        layout = cute.make_layout((2, n))
        #^ = (2,4):(1,2) [self = an object of `OneOfTwo`]
        #^ unknown: nothing here calls the function, so `n` is not known []


OneOfTwo().go(4)
either = OneOfTwo() if flag else Other()
either.go(6)


class Given:
    @cute.jit
    def run(self, n: cutlass.Constexpr):
        layout = cute.make_layout((2, n))
        #^ = (2,4):(1,2) [self = an object of `Given`]
        #^ unknown: nothing here calls the function, so `n` is not known []


def run(object):
    object.run(6)


Given().run(4)
run(given(Given()))


class Known:
    @cute.jit
    def start(self, n: cutlass.Constexpr):
        layout = cute.make_layout((2, n))
        #^ = (2,4):(1,2)


# A function that nothing calls is given what is none of this program.
def of_library(object):
    object.start(6)


Known().start(4)
