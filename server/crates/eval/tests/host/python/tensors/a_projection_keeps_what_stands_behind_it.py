import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def kernel(t: cute.Tensor):
    a = cute.local_tile(t, (128, 128, 64), (1, 2, None, 3), proj=(1, None, 1))
    #^ = (128,64,4):(256,1,64)


@cute.jit
def f(t: cute.Tensor):
    kernel(t).launch(grid=(1, 1, 1), block=(32, 1, 1))


cute.compile(f, make_fake_compact_tensor(cutlass.Float16, (512, 256, 4), stride_order=(1, 0, 2)))
