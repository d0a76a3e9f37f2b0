import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_ptr

@cute.jit
def f(p: cute.Pointer, n: cutlass.Int32):
    t = cute.make_tensor(p, cute.make_layout((n, 64), stride=(64, 1)))
    #^ = (n,64):(64,1)
    wide = cute.recast_tensor(t, cutlass.Float32)
    #^ = (n,32):(32,1)

cute.compile(f, make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem, assumed_align=16), 5)
