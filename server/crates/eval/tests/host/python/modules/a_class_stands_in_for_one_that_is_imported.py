# The class in the handler is for versions of the DSL without it.
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

try:
    from cutlass.cute.nvgpu.cpasync import TmaInfo
except ImportError:

    class TmaInfo:
        def __init__(self, atom, tma_tensor):
            self.atom = atom
            self.tma_tensor = tma_tensor


def wrapped(made):
    if isinstance(made, TmaInfo):
        return made
    return TmaInfo(made[0], made[1])


@cute.jit
def copy(x: cute.Tensor):
    smem = cute.make_layout((64, 32), stride=(32, 1))
    made = wrapped(cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, smem, (64, 32)))
    coordinates = made.tma_tensor
    #^ unknown
    #^ = (?,?):(1@1,?@0) if x of rank 2 and Float16
