# `bench` is not read: it may call what it is given, now or later.
import functools
import cutlass
import cutlass.cute as cute
from mylib import bench


@cute.jit
def of_lambda(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2) [n = 4]
    #^ = (2,6):(1,2) [n = 6]


of_lambda(4)
bench(lambda: of_lambda(6))


@cute.jit
def of_equal_calls(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2)


of_equal_calls(4)
bench(lambda: of_equal_calls(4))
print(of_equal_calls)
isinstance(of_equal_calls, type)


@cute.jit
def of_lambda_alone(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,6):(1,2)


bench(lambda: of_lambda_alone(6))


@cute.jit
def of_partial(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2) [n = 4]
    #^ = (2,6):(1,2) [n = 6]


of_partial(4)
bench(functools.partial(of_partial, 6))


@cute.jit
def given_by_itself(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2) [n = 4]
    #^ unknown: what a function is called back with is not known []


given_by_itself(4)
bench(given_by_itself, 6)


@cute.jit
def of_inner(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2) [n = 4]
    #^ = (2,6):(1,2) [outer > inner]


def outer():
    def inner():
        of_inner(6)

    bench(inner)


of_inner(4)
outer()


@cute.jit
def of_key(n: cutlass.Constexpr):
    layout = cute.make_layout((2, n))
    #^ = (2,4):(1,2) [n = 4]
    #^ unknown: what a function is called back with is not known []


of_key(4)
sorted([6, 5], key=lambda n: of_key(n) or n)


class Kernel:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.n, 8))
        #^ = (4,8):(1,4) [self.n = 4]
        #^ unknown: it may be assigned where that is not seen [self = an object of `Kernel`]


Kernel(4)()
bench(Kernel(6).__call__)


class Handed:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.n, 8))
        #^ = (4,8):(1,4) [self = an object of `Handed`]
        #^ unknown: it may be assigned where that is not seen [self = an object of `Handed`]


Handed(4)()
bench(Handed(6))
