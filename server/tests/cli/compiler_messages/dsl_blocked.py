import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((2, 5))
    print(cute.blocked_product(a, cute.make_layout((3, (4, 2), 2)))((1, 2, 3, 4)))


f()
