# Of a struct whose annotations may be others than the ones that are written no element type is known.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from setup import some_flag


@cute.struct
class UnderCondition:
    a: cute.struct.MemRange[cutlass.Float16, 512]
    if some_flag:
        a: cute.struct.MemRange[cutlass.Float32, 512]


@cute.struct
class Tried:
    a: cute.struct.MemRange[cutlass.Float16, 512]
    try:
        a: cute.struct.MemRange[cutlass.Float32, 512]
    except Exception:
        pass


@cute.struct
class OfItself:
    of = cutlass.Float64
    a: cute.struct.MemRange[of, 512]
    of = cutlass.Int8


class MemRange:
    def __class_getitem__(cls, given):
        return cute.struct.MemRange[cutlass.Float32, given[1]]


@cute.struct
class OfProgram:
    a: MemRange[cutlass.Float16, 512]


if some_flag:
    either = cutlass.Float32
else:
    either = cutlass.Float16


@cute.struct
class Either:
    a: cute.struct.MemRange[either, 512]


class NoStruct:
    a: cute.struct.MemRange[cutlass.Float32, 512]


@cute.kernel
def kernel(dtype: cutlass.Constexpr):
    @cute.struct
    class OfParameter:
        a: cute.struct.MemRange[dtype, 512]

    allocator = utils.SmemAllocator()
    rows = cute.make_layout((8, 64), stride=(64, 1))
    a = cute.recast_tensor(allocator.allocate(UnderCondition).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    b = cute.recast_tensor(allocator.allocate(Tried).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    c = cute.recast_tensor(allocator.allocate(OfItself).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    d = cute.recast_tensor(allocator.allocate(OfProgram).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    e = cute.recast_tensor(allocator.allocate(Either).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    f = cute.recast_tensor(allocator.allocate(NoStruct).a.get_tensor(rows), cutlass.Float64)
    #^ unknown
    g = cute.recast_tensor(allocator.allocate(OfParameter).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,16):(16,1) if dtype = Float16
