import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    a = cute.make_layout((4, 6, 8), stride=(2, 3, 5))
    print(cute.composition(a, cute.make_layout(6)))


f()
