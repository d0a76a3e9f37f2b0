# A type that is given by default, and that the constructor refuses, is one of those that it names; of a tile, only the
# extent that does not divide takes another number.
from typing import Tuple, Type

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

WIDTHS = (64, 128)


class Scaled:
    TYPES = {32: (cutlass.Float8E4M3FN, cutlass.Float8E5M2)}

    def __init__(
        self,
        mma_tiler_mnk: Tuple[int, int, int],
        count: int = 32,
        dtype: Type[cutlass.Numeric] = cutlass.Float4E2M1FN,
    ):
        allowed = self.TYPES[count]
        if dtype not in allowed:
            raise ValueError("the type has no scale factors")
        m, n, k = mma_tiler_mnk
        if m not in WIDTHS or n != 256:
            raise ValueError("no such tile")
        if k % (count * 4) != 0:
            raise ValueError("the tile has half of a scale factor")
        self.mma_tiler_mnk = mma_tiler_mnk
        self.dtype = dtype

    @cute.jit
    def __call__(self):
        tile = cute.make_layout(self.mma_tiler_mnk)
        #^ = (?,256,?):(?,?,?)
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), self.dtype, num_bits_per_copy=128)
        #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float_e4m3_t> if mma_tiler_mnk = (128,256,128), count = 32, dtype = Float8E4M3FN
