# First nothing is given that may be left out; what stands where the program then does not come is known when it is given.
from typing import Optional

import cutlass
import cutlass.cute as cute


class Kernel:
    def __init__(self, is_wide: bool = False):
        self.is_wide = is_wide

    @cute.jit
    def __call__(self, a: cute.Tensor, bias: Optional[cute.Tensor], scale: Optional[cute.Tensor] = None):
        rows, columns = a.shape
        tile = cute.zipped_divide(a, (8, 8))
        #^ = ((8,8),(?,?)):((?,?),(?,?)) if is_wide = False, a of rank 2 and Float16, bias = None, scale = None
        if cutlass.const_expr(bias is not None):
            part = cute.zipped_divide(bias, (8, 8))
            #^ = ((8,8),(?,?)):((?,?),(?,?)) if is_wide = True, a, bias and scale of rank 2 and Float16
        if cutlass.const_expr(scale is not None):
            of_scale = cute.zipped_divide(scale, (4, 8))
            #^ = ((4,8),(?,?)):((?,?),(?,?)) if is_wide = False, a and scale of rank 2 and Float16, bias = None
        if cutlass.const_expr(self.is_wide):
            wide = cute.make_layout((8, 128))
            #^ = (8,128):(1,8)
