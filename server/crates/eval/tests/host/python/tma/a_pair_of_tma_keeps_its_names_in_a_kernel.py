import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def kernel(info: cpasync.TmaInfo):
    g = cute.flat_divide(info.tma_tensor, (64, 32))
    #^ = (64,32,8,8):(1@1,1@0,64@1,32@0)
    rows = cute.make_layout(cute.size(info.smem_layout))
    #^ = 2048:1


@cute.jit
def f(t: cute.Tensor):
    atom = cute.make_layout((64, 32), stride=(32, 1))
    info = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), t, atom, (64, 32))
    kernel(info).launch(grid=(1, 1, 1), block=(32, 1, 1))


cute.compile(f, make_fake_compact_tensor(cutlass.Float16, (512, 256), stride_order=(1, 0)))
