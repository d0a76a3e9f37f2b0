# An index that a tensor has too few modes for says how many these are: none in between are tried.
import cutlass.cute as cute


def front(t):
    return t[None, None, 0, 0, 0]


@cute.jit
def kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor, e: cute.Tensor):
    of_a = front(a)
    #^ unknown
    #^ = (?,?):(?,?) if a, b, c, d and e of rank 5 and Float16
    of_b = front(b)
    of_c = front(c)
    of_d = front(d)
    of_e = front(e)
    #^ unknown
    #^ = (?,?):(?,?) if a, b, c, d and e of rank 5 and Float16
