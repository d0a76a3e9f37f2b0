import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel():
    @cute.struct
    class Operands:
        a: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 512], 16]

    @cute.struct
    class Result:
        c: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 256], 16]

    smem = cutlass.utils.SmemAllocator()
    storage = smem.allocate(max(Operands.size_in_bytes(), Result.size_in_bytes()), byte_alignment=16)
    sA = Operands(storage).a.get_tensor(cute.make_layout((32, 16)))
    #^ = (32,16):(1,32)
    sC = Result(storage).c.get_tensor(cute.make_layout((16, 16), stride=(16, 1)))
    #^ = (16,16):(16,1)


@cute.jit
def f():
    kernel().launch(grid=(1, 1, 1), block=(32, 1, 1))


cute.compile(f)
