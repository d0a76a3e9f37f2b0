# A function that raises ends its caller, too, up to a `try`; `sys.exit` ends the program.
import sys
import cutlass.cute as cute


def check(n):
    if n % 8 != 0:
        raise ValueError(n)
    return n


def claim(n):
    assert n > 4
    return cute.make_layout((n, 3))


def body(n):
    m = check(n)
    x = cute.make_layout((m, 2))
    #^ = (8,2):(1,8) [n = 8]
    #^ = (24,2):(1,24) [n = 24]
    return x


def parsed(n, default):
    try:
        return check(n)
    except ValueError:
        return default


def either(n):
    return n or check(3)


def last(n):
    y = claim(n)
    #^ = (5,3):(1,5) [n = 5]
    #^ = (6,3):(1,6) [n = 6]
    if n == 6:
        sys.exit(0)
    z = cute.make_layout((n, 4))
    #^ = (5,4):(1,5)
    return z


@cute.jit
def main():
    body(8)
    try:
        body(3)
    except ValueError:
        pass
    body(24)
    a = cute.make_layout((parsed(17, 2), 4))
    #^ = (2,4):(1,2)
    b = cute.make_layout(either(8))
    #^ = 8:1
    last(5)
    try:
        last(4)
    except AssertionError:
        pass
    last(6)
    last(7)


main()
