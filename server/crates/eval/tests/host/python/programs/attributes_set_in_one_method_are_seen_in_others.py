import cutlass
import cutlass.cute as cute
class Gemm:
    def __init__(self, tile_m=128, tile_n=64):
        self.tile_m = tile_m
        self.tile_n = tile_n
        self._setup()

    def _setup(self):
        self.tile = (self.tile_m, self.tile_n)

    @cute.jit
    def __call__(self, a):
        smem = cute.make_layout(self.tile)
        #^ = (128,64):(1,128) if tile_m = 128, tile_n = 64
        self.kernel(smem).launch(grid=(1, 1, 1))

    @cute.kernel
    def kernel(self, layout):
        seen = layout
        #^ = (128,64):(1,128) if tile_m = 128, tile_n = 64
