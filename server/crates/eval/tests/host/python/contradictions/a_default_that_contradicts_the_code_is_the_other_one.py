import cutlass.cute as cute

class Kernel:
    def __init__(self, is_gather: bool = True, packs: bool = False, is_causal: bool = False):
        if is_gather:
            assert packs
        self.packs = packs

    @cute.jit
    def __call__(self, mQ: cute.Tensor):
        q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
        #^ = (?,?):(?,?) if is_gather = False, packs = False, is_causal = False, mQ of rank 2 and Float16
        a = cute.make_ordered_layout((16, 8), order=(1, 0) if self.packs else (0, 1))
        #^ = (16,8):(1,16) if is_gather = False, packs = False, is_causal = False, mQ of rank 2 and Float16
