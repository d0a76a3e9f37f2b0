# `cute.group_modes(t, 0, -1)` groups all modes in releases of 2025, and all but the last in 4.8.1.

import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((2, 3, 4))
    b = cute.group_modes(a, 1)
    #^ = (2,(3,4)):(1,(2,6))
    c = cute.group_modes(a, 0, -1)
    #^ unknown: count modes from the end in different ways
    d = cute.group_modes((2, 3, 4), -2, 3)
    #^ unknown: count modes from the end in different ways
    e = cute.group_modes(a, (), 2)
    #^ unknown: a number is expected here
