import cutlass
import cutlass.cute as cute


@cute.jit
def f(bytes: cutlass.Constexpr[int]):
    pointer = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem)
    tensor = cute.make_tensor(pointer.align(16), cute.make_layout((8, 4)))
    #^ = (8,4):(1,8)
    wider = cute.recast_tensor(cute.make_tensor(pointer.align(min_align=32), cute.make_layout((8, 4))), cutlass.Float16)
    #^ = (16,4):(1,16)


f(16)
