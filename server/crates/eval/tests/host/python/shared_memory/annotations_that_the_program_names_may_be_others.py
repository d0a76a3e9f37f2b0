# What is written through `__annotations__` is not followed.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


class Members:
    a: cute.struct.MemRange[cutlass.Float16, 512]


Members.__annotations__["a"] = cute.struct.MemRange[cutlass.Float32, 512]


@cute.struct
class Storage:
    a: cute.struct.MemRange[cutlass.Float16, 512]


@cute.kernel
def kernel():
    s = utils.SmemAllocator().allocate(Storage)
    rows = cute.make_layout((8, 64), stride=(64, 1))
    a = cute.recast_tensor(s.a.get_tensor(rows), cutlass.Float64)
    #^ unknown
