from functools import partial

import cutlass.cute as cute


def counted(a, b=2, *c, d=4, **k):
    return (a, b, len(c) + 1, d, len(k) + 1)


bound = partial(counted, b=9)


@cute.jit
def f():
    named = cute.make_layout(bound(1, b=3))
    #^ = (1,3,1,4,1):(0,1,0,3,0)
    kept = cute.make_layout(bound(1, d=5))
    #^ = (1,9,1,5,1):(0,1,0,9,0)
