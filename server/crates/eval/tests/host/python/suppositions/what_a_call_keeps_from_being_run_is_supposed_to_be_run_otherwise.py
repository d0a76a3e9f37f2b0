# Another call might give another truth, and a tensor where this one gives none: what has a value only then says so.
from typing import Optional

import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor


@cute.jit
def f(mA: cute.Tensor, mB: Optional[cute.Tensor], tile: cute.Tile, is_causal: cutlass.Constexpr[bool],
      threshold: Optional[cutlass.Float32]):
    if cutlass.const_expr(is_causal):
        mask = cute.zipped_divide(mA, tile)
        #^ = ((8,4),(?,8)):((32,1),(256,4)) if check = False, is_causal = True
    else:
        whole = cute.zipped_divide(mA, tile)
        #^ = ((8,4),(?,8)):((32,1),(256,4))
    if cutlass.const_expr(mB is not None):
        rows = cute.make_tensor(mB.iterator, cute.make_layout(tile))
        #^ = (8,4):(1,8) if check = False, mB of rank 2 and Float16
    if cutlass.const_expr(threshold is not None):
        skipped = cute.make_layout((tile, 4))
        #^ = ((8,4),4):((1,8),32) if check = False, threshold other than None


def run(check: bool):
    tensor = make_fake_tensor(cutlass.Float16, (cute.sym_int(), 32), stride=(32, 1), assumed_align=16)
    cute.compile(f, tensor, None, (8, 4), False, None)
