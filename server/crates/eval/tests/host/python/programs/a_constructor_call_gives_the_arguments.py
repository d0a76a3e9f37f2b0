import cutlass
import cutlass.cute as cute
class Gemm:
    def __init__(self, tile_m=128):
        self.tile_m = tile_m

    @cute.jit
    def __call__(self, a):
        smem = cute.make_layout((self.tile_m, 8))
        #^ = (64,8):(1,64)

gemm = Gemm(tile_m=64)
