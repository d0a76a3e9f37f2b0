# Python evaluates annotations where the class stands: names that are bound again behind it change no member.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

dtype = cutlass.Float32


@cute.struct
class OfModule:
    a: cute.struct.MemRange[dtype, 512]


dtype = cutlass.Float16

for of_round in (cutlass.Float16, cutlass.Float32):

    @cute.struct
    class OfRound:
        a: cute.struct.MemRange[of_round, 512]

    break
of_round = cutlass.Int8


def set_it():
    global of_function
    of_function = cutlass.Int8


of_function = cutlass.Float32


@cute.struct
class BeforeCall:
    a: cute.struct.MemRange[of_function, 512]


set_it()


def make(of):
    @cute.struct
    class Made:
        a: cute.struct.MemRange[of, 512]

    return Made


wide = make(cutlass.Float32)
narrow = make(cutlass.Float16)


class Kernel:
    def __init__(self):
        self.dtype = cutlass.Float32

    @cute.jit
    def __call__(self):
        local = cutlass.Float32

        @cute.struct
        class Storage:
            a: cute.struct.MemRange[local, 512]
            b: cute.struct.MemRange[self.dtype, 512]

        self.storage = Storage
        local = cutlass.Float16
        self.dtype = cutlass.Float16
        self.kernel().launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self):
        s = utils.SmemAllocator().allocate(self.storage)
        rows = cute.make_layout((8, 64), stride=(64, 1))
        a = cute.recast_tensor(s.a.get_tensor(rows), cutlass.Float64)
        #^ = (8,32):(32,1)
        b = cute.recast_tensor(s.b.get_tensor(rows), cutlass.Float64)
        #^ = (8,32):(32,1)


@cute.kernel
def of_module():
    allocator = utils.SmemAllocator()
    rows = cute.make_layout((8, 64), stride=(64, 1))
    a = cute.recast_tensor(allocator.allocate(OfModule).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,32):(32,1)
    b = cute.recast_tensor(allocator.allocate(OfRound).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,16):(16,1)
    c = cute.recast_tensor(allocator.allocate(BeforeCall).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,32):(32,1)
    d = cute.recast_tensor(allocator.allocate(wide).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,32):(32,1)
    e = cute.recast_tensor(allocator.allocate(narrow).a.get_tensor(rows), cutlass.Float64)
    #^ = (8,16):(16,1)


@cute.jit
def main():
    Kernel()()
    of_module().launch(grid=(1, 1, 1), block=(32, 1, 1))
