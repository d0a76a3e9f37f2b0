import cutlass.cute as cute

@cute.jit
def rows(mQ: cute.Tensor):
    a, b = mQ.shape
    r = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
    #^ = (?,?):(?,?) if mQ of rank 3 and Float16, rows.mQ of rank 2 and Float16

@cute.jit
def f(mQ: cute.Tensor, other):
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 2, 0]))
    #^ = (?,?,?):(?,?,?) if mQ of rank 3 and Float16
    rows(other.part)
