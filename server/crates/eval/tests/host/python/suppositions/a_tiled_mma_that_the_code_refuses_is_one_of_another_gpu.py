# The file is for several GPUs, and imports those of Blackwell, whose MMAs are issued by one thread.
from typing import Optional

import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import warp


def store(tiled_mma: cute.TiledMma, tidx: cutlass.Int32):
    atom = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), cutlass.Float16)
    tiled_copy = cute.make_tiled_copy_C(atom, tiled_mma)
    #^ = TiledCopy<Copy_Atom<SM90_U32x4_STSM_N,half_t>, ((4,8,4),((2,2,16),(1,1))):((128,1,16),((64,8,512),(0,0))), <64,128>> if tiled_mma = SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K> by (1,1,1)


def store_either(tiled: cute.TiledMma | cute.TiledCopy, tidx: cutlass.Int32):
    atom = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), cutlass.Float16)
    if cutlass.const_expr(isinstance(tiled, cute.TiledCopy)):
        of_copy = cute.make_tiled_copy_D(atom, tiled)
        #^ = TiledCopy<Copy_Atom<SM90_U32x4_STSM_N,half_t>, ((8,16),(8,1)):((128,1),(16,0)), <16,64>> if tiled = UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t
    else:
        of_mma = cute.make_tiled_copy_C(atom, tiled)
        #^ = TiledCopy<Copy_Atom<SM90_U32x4_STSM_N,half_t>, ((4,8,4),((2,2,16),(1,1))):((128,1,16),((64,8,512),(0,0))), <64,128>> if tiled = SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K> by (1,1,1)
