import cutlass.cute as cute


@cute.jit
def f():
    by_first = cute.make_layout(2 if (9, 0) < (10, 0) else 3)
    #^ = 2:1
    by_second = cute.make_layout(2 if (8, 9) >= (9, 0) else 3)
    #^ = 3:1
    # One that begins like the other is less.
    by_length = cute.make_layout(2 if (9,) < (9, 0) and not (9, 0) < (9,) else 3)
    #^ = 2:1
    alike = cute.make_layout(2 if (9, 0) <= (9, 0) and not (9, 0) > (9, 0) else 3)
    #^ = 2:1
    nested = cute.make_layout(2 if ((1, 2), 4) > ((1, 1), 5) else 3)
    #^ = 2:1
