import cutlass.cute as cute

class Gemm:
    def __init__(self, tile_m: int = 128, stages=3):
        self.tile_m = tile_m
        self.stages = stages

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.tile_m, 64, self.stages))
        self.kernel(layout).launch(grid=(1, 1, 1))

    @cute.kernel
    def kernel(self, layout: cute.Layout):
    #^ layout = (128,64,4):(1,128,8192)
        first = layout[0]
        #^ = 128:1

gemm = Gemm(stages=4)
gemm()
