# A tile of three modes, of which the projection keeps two, is one of a matrix (CuTe DSL 4.8.1, `local_tile`: the coordinate
# has as many elements as the tensor has modes, behind the projection).

import cutlass
import cutlass.cute as cute

class Gemm:
    def __init__(self, block=32):
        self._tiler = (block, block, 8)

    @cute.jit
    def __call__(self, mA: cute.Tensor, mB: cute.Tensor):
        self.kernel(mA, mB).launch(grid=(1, 1, 1), block=(1, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor, mB: cute.Tensor):
        coordinate = (0, 1, None)
        gA = cute.local_tile(mA, tiler=self._tiler, coord=coordinate, proj=(1, None, 1))
        #^ = (32,8,?):(?,?,?) if block = 32, mA and mB of rank 2 and Float16
        gB = cute.local_tile(mB, tiler=self._tiler, coord=coordinate, proj=(None, 1, 1))
        #^ = (32,8,?):(?,?,?) if block = 32, mA and mB of rank 2 and Float16
