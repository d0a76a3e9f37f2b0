import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((4, 8))
    print(cute.get(a, mode=[3]))


f()
