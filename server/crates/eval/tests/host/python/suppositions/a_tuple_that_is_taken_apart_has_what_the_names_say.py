# Nothing says what `mma_args` is but the names into which it is taken apart. What these do not say is not known.
import cutlass.cute as cute


@cute.jit
def fragments(mma_args: tuple, rest):
    acc_dtype, tiled_mma, pipeline = mma_args
    accumulators = cute.make_rmem_tensor((4, 8), acc_dtype)
    #^ = (4,8):(1,4)
    bits = cute.make_layout((acc_dtype.width, 2))
    #^ = (32,2):(1,32) if mma_args of acc_dtype = Float32 and tiled_mma = SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)
    piped = cute.make_layout((pipeline.count, 2))
    #^ unknown: `mma_args` is not known
    first, second = rest
    other = cute.make_layout((first, 2))
    #^ unknown: `rest` is not known
