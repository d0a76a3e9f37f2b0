# With nvidia-cutlass-dsl 4.8.1 `a` and `b` are these for `make_tiled_mma(MmaF16BF16Op(Float16, Float32, (16, 8, 16)), (4, 1, 1), (64, 16, 16))`
# and `make_tiled_copy_tv(atom of 128 bits, ((16, 8), (8, 1)), (1, 8))`.

import cutlass
import cutlass.cute as cute

@cute.jit
def f(tiled_mma: cute.TiledMma):
    a = cute.make_rmem_tensor(tiled_mma.partition_shape_C((128, 64)), cutlass.Float32)
    #^ = ((2,2),2,8):((1,2),4,8) if tiled_mma = SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)
    c = cute.make_layout((3, 2)) if isinstance(tiled_mma, cute.TiledCopy) else cute.make_layout(4)
    #^ = 4:1 if tiled_mma = SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)

@cute.jit
def g(thr_copy: cute.core.ThrCopy):
    b = thr_copy.partition_S(cute.make_identity_tensor((64, 128)))
    #^ = ((8,1),4,2):((1@1,0),16@0,64@1) if thr_copy = a slice of UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t
