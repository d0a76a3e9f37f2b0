import cutlass
import cutlass.cute as cute

@cute.jit
def rows(t: cute.Tensor, n: cutlass.Constexpr[int]):
    return cute.make_tensor(
        t.iterator, cute.make_layout((n, t.shape[0]), stride=(*(t.stride[i] for i in range(1, len(t.shape))), t.stride[0]))
    )

@cute.jit
def f(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor):
    s = mQ.shape[3]
    q = cute.make_tensor(mQ.iterator, cute.make_layout((mQ.shape[0], 8), stride=(mQ.stride[3], 1)))
    #^ = (?,8):(?,1) if mQ of rank 4 and Float16, mK of rank 3 and Float16, mV of rank 2 and Float16
    k = mK[None, 0, 0]
    v = rows(mV, 16)
    #^ = (16,?):(?,?) if mQ of rank 4 and Float16, mK of rank 3 and Float16, mV of rank 2 and Float16
