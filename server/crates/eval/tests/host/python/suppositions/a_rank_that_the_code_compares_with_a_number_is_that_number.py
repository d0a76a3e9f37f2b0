# A rank with which the code compares how many modes a tensor has is one that it takes.
import cutlass
import cutlass.cute as cute


@cute.jit
def f(mQ: cute.Tensor, mK: cute.Tensor):
    q_rank = len(mQ.shape)
    if cutlass.const_expr(q_rank == 5):
        h = mQ.shape[3]
    elif cutlass.const_expr(q_rank == 4):
        h = mQ.shape[2]
    else:
        raise RuntimeError("other ranks are not taken")
    q = cute.make_tensor(mQ.iterator, cute.make_layout((8, h), stride=(1, 8)))
    #^ = (8,?):(1,8) if mQ of rank 5 and Float16, mK of rank 2 and Float16
