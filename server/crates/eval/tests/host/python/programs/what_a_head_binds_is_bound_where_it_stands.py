# Defaults, decorators and annotations are evaluated where the definition stands.
import cutlass.cute as cute

size = 4
noted = []


def f(of=(size := 9)):
    return of


a = cute.make_layout(size)
#^ unknown


def note(number):
    noted.append(number)
    return int


def g(of: note(3)) -> note(4):
    return of


b = len(noted)
#^ unknown
