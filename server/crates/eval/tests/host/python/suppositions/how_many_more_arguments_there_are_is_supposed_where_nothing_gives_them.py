# A function that takes as many as it is given, and that nothing here calls: of a base class of a library, for one.
import torch
import cutlass
import cutlass.cute as cute


class Normalized(torch.autograd.Function):
    @staticmethod
    def backward(ctx, dout, *args):
        rows = cute.make_layout((2, len(args) + 1))
        #^ unknown
        #^ = (2,1):(1,0) if args = ()


def joined(*layouts):
    count = cute.make_layout((2, len(layouts) + 1))
    return count


@cute.jit
def f():
    a = joined()
    b = joined(1, 2)
