import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((4, 8))
    print(cute.zipped_divide(a, (2, 2, 2)))


f()
