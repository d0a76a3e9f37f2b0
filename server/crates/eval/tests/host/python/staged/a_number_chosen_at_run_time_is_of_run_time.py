import cutlass.cute as cute

@cute.jit
def f(n):
    l = cute.make_layout((5 if n == 3 else 5, 2))
    #^ = (?,2):(1,?)
    m = cute.make_layout((5 if n == 3 else 6, 2))
    #^ = (?,2):(1,?)

f(3)
