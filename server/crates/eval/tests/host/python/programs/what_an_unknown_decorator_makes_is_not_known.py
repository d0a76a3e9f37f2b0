# What stands behind `@deco` may be anything, also where it is not known which decorator that is.
import cutlass.cute as cute
from elsewhere import make

deco = make()


@deco
class Decorated:
    n = 4


class Made(metaclass=deco):
    n = 4


class Plain:
    @staticmethod
    def four():
        return 4

    @property
    def eight(self):
        return 8

    @eight.setter
    def eight(self, value):
        pass


@deco
def four():
    return 4


def f():
    of_class = cute.make_layout(Decorated.n)
    #^ unknown: what a decorator of its class does is not followed
    of_metaclass = cute.make_layout(Made.n)
    #^ unknown: what its metaclass does is not followed
    of_function = cute.make_layout(four())
    #^ unknown: what a decorator of `four` does is not followed
    of_language = cute.make_layout(Plain.four())
    #^ = 4:1


f()
