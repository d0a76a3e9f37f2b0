import cutlass.cute as cute


def placed(a, b=3, /, **k):
    return (a, b, k.get("a", 7), k.get("b", 8))


@cute.jit
def f():
    left_out = cute.make_layout(placed(1, b=5))
    #^ = (1,3,7,5):(0,1,3,21)
    both = cute.make_layout(placed(1, 2, a=6, b=5))
    #^ = (1,2,6,5):(0,1,2,12)
