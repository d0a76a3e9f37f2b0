# `pointer + n` is the same memory from another place on.
import cutlass
import cutlass.cute as cute
from cutlass import Int32
from cutlass.cute.runtime import make_ptr


@cute.jit
def moved(a: cute.Tensor, n: Int32):
    later = cute.make_tensor(a.iterator + n * 4, cute.make_layout((4, 8)))
    #^ = (4,8):(1,4)
    again = cute.make_tensor(4 + later.iterator, cute.make_layout(16))
    #^ = 16:1
    back = cute.make_tensor(again.iterator - 4, cute.make_layout(8))
    #^ = 8:1
    wide = cute.recast_tensor(back, cutlass.Int32)
    #^ = 4:1
    like = cute.make_rmem_tensor_like(wide)
    #^ = 4:1


@cute.jit
def main(a: cute.Pointer, n: Int32):
    moved(cute.make_tensor(a, cute.make_layout((8, 8))), n)


cute.compile(main, make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem, assumed_align=16), 3)
