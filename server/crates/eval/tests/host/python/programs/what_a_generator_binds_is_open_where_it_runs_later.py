# `:=` in a generator binds a variable of the code around it, whenever the generator is asked for an element.
import cutlass.cute as cute

n = 1
made = ((n := x) for x in [3, 4])
n = 7
next(made)
size = cute.make_layout(n)
#^ unknown: may assign `n`
