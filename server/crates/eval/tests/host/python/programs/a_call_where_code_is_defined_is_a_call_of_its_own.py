# Defaults and decorators of inner functions, bodies of classes, annotations, `f.__call__` and `sys.modules` call functions,
# too: the values of the calls that are followed are not all.
import sys

import cutlass.cute as cute


def of_default(n):
    a = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def of_lambda(n):
    b = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def of_decorator(n):
    c = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def of_class(n):
    d = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def of_annotation(n):
    e = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def by_call(n):
    f = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def of_module(n):
    g = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def held(n):
    h = cute.make_layout((n, 2))
    #^ = (5,2):(1,5) [main]
    #^ unknown: nothing here calls the function []


def once(n):
    i = cute.make_layout((n, 2))
    #^ = (5,2):(1,5)


class Holder:
    make = staticmethod(held)


def decorate(n):
    return lambda function: function


@cute.jit
def main():
    of_default(5)
    of_lambda(5)
    of_decorator(5)
    of_class(5)
    of_annotation(5)
    by_call(5)
    of_module(5)
    held(5)
    once(5)

    def inner(x, y=of_default(6)):
        return x

    other = lambda x, y=of_lambda(6): x

    @decorate(of_decorator(6))
    def decorated():
        pass

    class Inner:
        z = of_class(6)

    def annotated(x: of_annotation(6)):
        pass

    by_call.__call__(6)
    sys.modules[__name__].of_module(6)
    Holder.make(6)


main()
