import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

class Kernel:
    @cute.jit
    def __call__(self, mQ: cute.Tensor, mLSE: cute.Tensor):
        self.dtype = mQ.element_type
        self.other = mLSE.element_type
        assert self.dtype.width == 16
        assert self.other.width == 32
        a, b = mQ.shape
        c = mLSE[None, 0]
        d = cute.make_copy_atom(cpasync.CopyG2SOp(), self.other, num_bits_per_copy=128)
        #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float> if mQ of rank 2 and Float16, mLSE of rank 2 and Float32
