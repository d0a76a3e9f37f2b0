import cutlass.cute as cute

@cute.jit
def f(n: int):
    order = (1, 0) if n == 64 else (0, 1)
    a = cute.make_ordered_layout((16, 8), order=order)
    #^ unknown: the layout depends on a number that is not known: 0 or 1
    #^ = (16,8):(8,1) if n = 64
