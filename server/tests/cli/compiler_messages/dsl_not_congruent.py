import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    shape = (4, (2, 3))
    print(cute.make_layout(shape, stride=(1, 4)))


f()
