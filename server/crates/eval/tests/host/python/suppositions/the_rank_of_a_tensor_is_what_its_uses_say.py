import cutlass
import cutlass.cute as cute

@cute.jit
def f(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, i: cutlass.Int32):
    b, s, h, d = mK.shape
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 3, 2, 0]))
    #^ = (?,?,?,?):(?,?,?,?) if mQ, mK and mV of rank 4 and Float16
    k = mK[0, None, i, None]
    tile = cute.local_tile(k, (64, 32), (i, 0))
    #^ = (64,32):(?,?) if mQ, mK and mV of rank 4 and Float16
    v = cute.flatten(mV.layout)
    #^ = (?,?,?,?):(?,?,?,?) if mQ, mK and mV of rank 4 and Float16
