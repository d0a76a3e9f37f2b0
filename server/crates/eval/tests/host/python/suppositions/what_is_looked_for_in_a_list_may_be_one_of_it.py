from typing import Tuple

import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

SLICES = frozenset({3, 6})


class Kernel:
    TILES = ((128, 24), (128, 48))

    def __init__(self, mma_tiler_mn: Tuple[int, int], slices: int):
        if mma_tiler_mn not in self.TILES:
            raise ValueError("another tile")
        if slices not in SLICES:
            raise ValueError("other slices")
        self.tile = mma_tiler_mn
        self.slices = slices

    @cute.jit
    def __call__(self, x: cute.Tensor):
        swizzle = cute.make_swizzle(self.slices, 4, 3)
        #^ unknown
        #^ = Sw<3,4,3> if mma_tiler_mn = (128,24), slices = 3, x of rank 2 and Float16
        K, half = OperandMajorMode.K, cutlass.Float16
        mma = sm100_utils.make_trivial_tiled_mma(
            half, half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, self.tile
        )
        accumulators = mma.partition_shape_C(self.tile)
        #^ unknown
        #^ = ((128,24),1,1) if mma_tiler_mn = (128,24), slices = 3, x of rank 2 and Float16
