# What stands under a condition that a default decides against has a value under another one; what had one keeps it.
import cutlass
import cutlass.cute as cute
from cutlass import const_expr


class Gemm:
    def __init__(self, rows: int = 8, is_wide: bool = False, cluster: int = 1):
        self.rows = rows
        self.is_wide = is_wide and cluster == 2
        self.cluster = cluster

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        tile = cute.make_layout(self.rows)
        #^ = 8:1 if rows = 8, is_wide = False, cluster = 1, mA of rank 2 and Float16
        if const_expr(self.is_wide):
            wide = cute.make_layout((self.rows, self.cluster))
            #^ = (8,2):(1,8) if rows = 8, is_wide = True, cluster = 2, mA of rank 2 and Float16
