import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((6, 2), stride=(8, 2))
    print(cute.composition(a, cute.make_layout(3, stride=4)))


f()
