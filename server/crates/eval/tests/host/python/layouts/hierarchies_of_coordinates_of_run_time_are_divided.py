import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(s: cutlass.Int32, d: cutlass.Int32, h: cutlass.Int32, b: cutlass.Int32):
    t = cute.make_identity_tensor((s, d, (h, b)))
    g = cute.flat_divide(t, cute.select((64, 32, 128), mode=[0, 2]))
    #^ = (64,128,ceil_div(s,64),ceil_div(d,128),(h,b)):(1@0,1@1,64@0,128@1,(1@0@2,1@1@2))


@cute.jit
def f(s: cutlass.Int32, d: cutlass.Int32, h: cutlass.Int32, b: cutlass.Int32):
    kernel(s, d, h, b).launch(grid=(1, 1, 1), block=(32, 1, 1))
