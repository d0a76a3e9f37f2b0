# Nothing says how many modes `scale` has, so it is left out first; where the code is run with all that it may be given, it is
# the tensor.
from typing import Optional

import cutlass
import cutlass.cute as cute


class Scaled:
    @cute.jit
    def __call__(
        self,
        x: cute.Tensor,
        scale: Optional[cute.Tensor],
        #^ = (?,?):(?,?) if x and scale of rank 2 and Float16
    ):
        first = x[0, None]
        if cutlass.const_expr(scale is not None):
            tiles = cute.zipped_divide(scale, (8, 8))
            #^ = ((8,8),(?,?)):((?,?),(?,?)) if x and scale of rank 2 and Float16
