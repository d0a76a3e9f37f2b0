from typing import Tuple

import cutlass
import cutlass.cute as cute
import cutlass.utils.rubin_helpers as sm107_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05


@cute.jit
def multiply(a: cute.Tensor, b: cute.Tensor):
    K = OperandMajorMode.K
    mma = sm107_utils.make_trivial_tiled_mma(
        a.element_type, b.element_type, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64, 64)
    )
    of_a = mma.tv_layout_A
    #^ unknown
    #^ = (1,(128,64)):(128,(1,128)) if a and b of rank 2 and Float8E4M3FN
