import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def kernel(gA: cute.Tensor, tv: cute.Layout):
#^ gA = ((16,256),(128,4)):((1024,1),(16384,256))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    block = gA[((None, None), bidx)]
    #^ = (16,256):(1024,1)
    parts = cute.composition(block, tv)
    #^ = ((32,4),(8,4)):((8,4096),(1,1024))
    mine = parts[(tidx, None)]
    #^ = ((8,4)):((1,1024))

@cute.jit
def add(mA: cute.Tensor):
    tiler, tv = cute.make_layout_tv(cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((4, 8), stride=(8, 1)))
    #^ tiler = (16,256)
    tiled = cute.zipped_divide(mA, tiler)
    kernel(tiled, tv).launch(grid=[cute.size(tiled, mode=[1]), 1, 1], block=[128, 1, 1])

a = torch.randn(2048, 1024, device="cuda", dtype=torch.float16)
compiled = cute.compile(add, from_dlpack(a))
