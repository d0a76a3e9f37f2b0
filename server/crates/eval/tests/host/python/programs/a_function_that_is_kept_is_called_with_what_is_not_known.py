# What is called out of a table, a launcher or by the name of a method is a call like those that are seen, and so is what a
# class calls in its body or an operator of a class in a function.
from operator import methodcaller

import cutlass.cute as cute

TABLE = {}


def register(name):
    def keep(function):
        TABLE[name] = function
        return function

    return keep


@register("rows")
def registered(n):
    layout = cute.make_layout((n, 4))
    #^ = (8,4):(1,8) [n = 8]
    #^ unknown: nothing here calls the function, so `n` is not known []


class Launcher:
    def __init__(self, function):
        self.function = function

    def __getitem__(self, grid):
        return lambda *arguments: self.function(*arguments)


def launched(n):
    layout = cute.make_layout((n, 2))
    #^ = (8,2):(1,8) [n = 8]
    #^ unknown: nothing here calls the function, so `n` is not known []


class Kernel:
    def show(self, n):
        layout = cute.make_layout((n, 3))
        #^ = (8,3):(1,8) [self = an object of `Kernel`]
        #^ unknown: nothing here calls the function, so `n` is not known []


def of_two(n, m):
    layout = cute.make_layout((n, m))
    #^ = (8,5):(1,8)


def of_class(n):
    layout = cute.make_layout((n, 7))
    #^ = (8,7):(1,8) [n = 8]
    #^ unknown: nothing here calls the function, so `n` is not known []
    return n


class Settings:
    rows = of_class(6)


def of_operator(n):
    layout = cute.make_layout((n, 9))
    #^ = (8,9):(1,8) [n = 8]
    #^ unknown: nothing here calls the function, so `n` is not known []
    return n


def adds():
    class Added:
        def __add__(self, other):
            return of_operator(other)

    return Added() + 6


def never_kept(n):
    layout = cute.make_layout((n, 6))
    #^ = (8,6):(1,8)


registered(8)
TABLE["rows"](6)
launched(8)
Launcher(launched)[(1,)](6)
Kernel().show(8)
methodcaller("show", 6)(Kernel())
# Nothing that is not known is called with two arguments.
TABLE["pairs"] = of_two
of_two(8, 5)
of_class(8)
of_operator(8)
adds()
never_kept(8)
