# Expected is what nvidia-cutlass-dsl 4.8.1 prints for the same program.

import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float16, 1024, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    #^ = (64,32):(32,1)
    wide = cute.recast_tensor(t, cutlass.Float32)
    #^ = (64,16):(16,1)
    again = cute.recast_tensor(cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Int8), 64), cutlass.Int32)
    #^ = 16:1
    bits = cute.make_layout(p.dtype.width)
    #^ = 16:1
    generic = cute.make_tensor(cute.make_ptr(value=0, dtype=cutlass.Float32), (4, 8))
    #^ = (4,8):(1,4)
    swizzle = cute.make_swizzle(3, 4, 3)
    q = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem, assumed_align=128, swizzle_=swizzle)
    shared = cute.make_tensor(q, cute.make_layout((8, 64), stride=(64, 1)))
    #^ = (8,64):(64,1)
