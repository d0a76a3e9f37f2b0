# That they are read of what is computed tells nothing at once; a rank of the parameter that they refuse is tried no more.
import cutlass
import cutlass.cute as cute

@cute.jit
def f(mQ: cute.Tensor, thr_mma, i: cutlass.Int32):
    g = cute.flatten(mQ)
    t = thr_mma.partition_C(g)
    u = t[None, 0, i]
    #^ unknown
    #^ = ((2,2)):((?,?)) if mQ of rank 2 and Float16, thr_mma = a slice of SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)
    v = thr_mma[None, 0, i]
    #^ unknown
    w = g[None, i]
    #^ unknown
    #^ = (?):(?) if mQ of rank 2 and Float16, thr_mma = a slice of SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)
