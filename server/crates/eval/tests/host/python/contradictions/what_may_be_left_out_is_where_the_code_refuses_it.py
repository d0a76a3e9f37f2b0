import cutlass
import cutlass.cute as cute

@cute.jit
def f(mQ: cute.Tensor, mP: cute.Tensor | None):
    a, b = mQ.shape
    if cutlass.const_expr(mP is not None):
        c, d = mP.shape
        raise NotImplementedError
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
    #^ = (?,?):(?,?) if mQ of rank 2 and Float16, mP = None
