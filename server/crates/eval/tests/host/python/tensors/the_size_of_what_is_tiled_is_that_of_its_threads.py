# With nvidia-cutlass-dsl 4.8.1: `cute.size(tiled_copy)` is 96 and `cute.size(tiled_mma)` is 192 here, and
# `cute.arch.WARP_SIZE` is Python's 32.

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.jit
def f():
    copy_atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    threads = cute.make_ordered_layout((8, 12), order=(1, 0))
    copy = cute.make_tiled_copy_tv(copy_atom, threads, cute.make_layout((1, 8)))
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 3, 1)))
    a = cute.make_layout((cute.size(copy), cute.size(mma) // cute.arch.WARP_SIZE))
    #^ = (96,6):(1,96)
