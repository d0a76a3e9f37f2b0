# What the one is compared with, the others are, too.
import cutlass
import cutlass.cute as cute


class Gemm:
    def __init__(self, stages: int = 2):
        self.dtype = cutlass.BFloat16
        self.stages = stages

    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        assert a.element_type == b.element_type == c.element_type == self.dtype
        staged = cute.make_layout((64, self.stages))
        #^ unknown
        #^ = (64,2):(1,64) if stages = 2, a, b and c of rank 2 and BFloat16
        tile = cute.zipped_divide(a, (8, 8))
        #^ = ((8,8),(?,?)):((?,?),(?,?)) if stages = 2, a, b and c of rank 2 and BFloat16
