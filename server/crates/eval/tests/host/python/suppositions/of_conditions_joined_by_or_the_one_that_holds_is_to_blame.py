# `raise` behind `a or b`: what the first of them that holds names is another number, and the rest stays as it is. Were the
# second extent changed with the first, it would be 256, which the code refuses further down.
from typing import Tuple

import cutlass.cute as cute

M_CHOICES = (64,)
N_CHOICES = (128, 256)


class Gemm:
    def __init__(self, mma_tiler_mnk: Tuple[int, int, int]):
        m, n, _ = mma_tiler_mnk
        if m not in M_CHOICES or n not in N_CHOICES:
            raise ValueError("this tile is not supported")
        if n == 256:
            raise ValueError("this tile is too wide")
        self.mma_tiler_mnk = mma_tiler_mnk

    @cute.jit
    def __call__(self, a: cute.Tensor):
        atom = cute.make_layout((8, 8))
        #^ = (8,8):(1,8)
        tile = cute.tile_to_shape(atom, self.mma_tiler_mnk[:2], (0, 1))
        #^ = ((8,8),(8,16)):((1,64),(8,512)) if mma_tiler_mnk = (64,128,64), a of rank 2 and Float16
