import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

from typing import Type

class Kernel:
    def __init__(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def __call__(self):
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), self.dtype, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        #^ = TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>, ((8,16),8):((128,1),16), <16,64>> if dtype = Float16
        plain = cute.make_layout((4, 8))
        #^ = (4,8):(1,4)
