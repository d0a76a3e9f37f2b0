# TMA and copies need the element type of shared memory, which the struct's annotation says.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


class Kernel:
    def __init__(self):
        self.dtype = cutlass.BFloat16

    @cute.jit
    def __call__(self):
        @cute.struct
        class Inner:
            sB: cute.struct.MemRange[cutlass.Float32, 256]

        @cute.struct
        class Storage:
            barrier: cute.struct.MemRange[cutlass.Int64, 2]
            sA: cute.struct.Align[cute.struct.MemRange[self.dtype, 512], 128]
            inner: Inner

        self.storage = Storage
        self.kernel().launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self):
        storage = utils.SmemAllocator().allocate(self.storage)
        sA = storage.sA.get_tensor(cute.make_layout((8, 64), stride=(64, 1)))
        #^ = (8,64):(64,1)
        a = cute.recast_tensor(sA, cutlass.Float32)
        #^ = (8,32):(32,1)
        sB = storage.inner.sB.get_tensor(cute.make_layout((4, 64), stride=(64, 1)))
        #^ = (4,64):(64,1)
        b = cute.recast_tensor(sB, cutlass.BFloat16)
        #^ = (4,128):(128,1)


@cute.jit
def main():
    Kernel()()
