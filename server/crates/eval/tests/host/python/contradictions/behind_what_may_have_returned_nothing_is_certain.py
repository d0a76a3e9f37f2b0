# The error is raised only where the function did not return before: it says nothing of what is supposed.
import cutlass
import cutlass.cute as cute


def copies(count: cutlass.Int32, wide: cutlass.Boolean):
    if count == 2 and wide:
        return 32
    if count == 1:
        return 16
    raise ValueError("there are no such copies")


@cute.jit
def tile(mA: cute.Tensor, count: cutlass.Int32, wide: cutlass.Boolean):
    m, n = mA.shape
    number = copies(count, wide)
    tiled = cute.zipped_divide(mA, (32, 8))
    #^ unknown: nothing here calls
    #^ = ((32,8),(?,?)):((?,?),(?,?)) if mA of rank 2 and Float16
