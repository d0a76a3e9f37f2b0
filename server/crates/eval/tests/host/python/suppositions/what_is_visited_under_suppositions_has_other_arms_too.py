# The sizes of `tensor` are not known, so `f` is run for a tensor that is supposed; what else it is given stays as it is, but for
# arms that were not taken.
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor


@cute.jit
def f(mA: cute.Tensor, tile: cute.Tile, is_causal: cutlass.Constexpr[bool]):
    if cutlass.const_expr(is_causal):
        mask = cute.zipped_divide(mA, tile)
        #^ = ((8,4),(?,?)):((?,?),(?,?)) if mA of rank 2 and Float16, is_causal = True
    else:
        whole = cute.zipped_divide(mA, tile)
        #^ = ((8,4),(?,?)):((?,?),(?,?)) if mA of rank 2 and Float16


def run(rows: int):
    tensor = make_fake_tensor(cutlass.Float16, (rows, 32), stride=(32, 1), assumed_align=16)
    cute.compile(f, tensor, (8, 4), False)
