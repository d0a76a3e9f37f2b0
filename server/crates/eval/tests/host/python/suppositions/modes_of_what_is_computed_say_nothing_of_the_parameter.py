import cutlass
import cutlass.cute as cute

@cute.jit
def f(mQ: cute.Tensor, thr_mma, i: cutlass.Int32):
    g = cute.flatten(mQ)
    t = thr_mma.partition_C(g)
    u = t[None, 0, i]
    #^ unknown
    v = thr_mma[None, 0, i]
    #^ unknown
    w = g[None, i]
    #^ unknown
