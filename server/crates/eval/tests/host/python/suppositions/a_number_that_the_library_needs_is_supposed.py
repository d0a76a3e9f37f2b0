# An integer goes by its name until an MMA, a tile of shared memory or an operator needs its number.
from enum import Enum

import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import tcgen05
from cutlass.cute.nvgpu.tcgen05 import OperandMajorMode


class Order(Enum):
    ROWS = 0
    COLUMNS = 1


class Kernel:
    def __init__(self, length: int, depth: int, width: int, order: Order):
        self.tiler = (length, length, depth)
        self.width = width
        self.order = order
        self.least = width & (-width)

    @cute.jit
    def __call__(self, a: cute.Tensor):
        mma = sm100_utils.make_trivial_tiled_mma(
            cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, self.tiler[:2]
        )
        rows = cute.make_layout(self.least)
        #^ unknown: this operator is not computed
        #^ = 128:1 if length = 128, width = 128, order = Order.ROWS, a of rank 2 and Float16
        if cutlass.const_expr(self.order == Order.ROWS):
            named = cute.make_layout((self.tiler[0], 2))
            #^ = (length,2):(?,length)
