# With nvidia-cutlass-dsl 4.8.1 `make_tiled_copy_A` of `StMatrix8x8x16bOp(False, 4)` and of an MMA of warp groups with A from
# registers gives `b` these modes, of a tensor `(128,64,2):(64,1,8192)`.

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import OperandMajorMode, warp

@cute.jit
def f(sA: cute.Tensor, i: cutlass.Int32):
    a = sA[None, None, i]
    #^ = (128,64):(64,1) if sA = (128,64,2):(64,1,8192) of Float16

@cute.jit
def g(tiled_mma: cute.TiledMma, sB: cute.Tensor, tidx: cutlass.Int32):
    transpose = tiled_mma.op.a_major_mode == OperandMajorMode.MN
    atom = cute.make_copy_atom(warp.StMatrix8x8x16bOp(transpose, 4), sB.element_type)
    thr_copy = cute.make_tiled_copy_A(atom, tiled_mma).get_slice(tidx)
    b = thr_copy.partition_D(sB)
    #^ = ((8,1),2,4,2):((1,0),4096,16,8192) if tiled_mma = SM90_64x128x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K> by (1,1,1), sB = (128,64,2):(64,1,8192) of Float16
    c = sB[None, None, 1]
