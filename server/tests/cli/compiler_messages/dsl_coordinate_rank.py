import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((4, 8))
    print(cute.crd2idx((1, 2, 3), a))


f()
