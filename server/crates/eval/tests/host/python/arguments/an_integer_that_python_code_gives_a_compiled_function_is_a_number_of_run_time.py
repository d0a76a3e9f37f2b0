import cutlass.cute as cute
from cutlass import Constexpr
from cutlass.cute import Shape as S

class Gemm:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, m, stages: Constexpr):
        a = cute.make_layout((self.tile, m, stages))
        #^ = (64,m,3):(1,64,64*m)
        self.kernel(m, 8, stages).launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, m, k, stages: Constexpr, split=2):
        b = cute.make_layout((m, k, stages, self.tile))
        #^ = (m,k,3,64):(1,m,k*m,3*k*m)
        c = cute.make_layout((split, 4))
        #^ = (split,4):(1,split)

Gemm(64)(16, 3)
