# Values do not tell lists from tuples: what was a list somewhere may be one wherever it is.
import cutlass.cute as cute


def f():
    a = cute.make_layout(4 if (1, 2) in [[1, 2]] else 8)
    #^ = ?:1
    b = cute.make_layout(4 if (1, [2]) == (1, (2,)) else 8)
    #^ = ?:1
    c = [(1, 2), [1, 2]].index([1, 2])
    #^ unknown
    d = cute.make_layout(4 if (3, 4) in [(3, 4), (5, 6)] else 8)
    #^ = 4:1
    e = cute.make_layout(4 if (1, 2) in [[1, 3]] else 8)
    #^ = 8:1


f()
