import cutlass
import cutlass.cute as cute
class Gemm:
    def __init__(self, tiler: tuple[int, int], stages: int):
        self.tiler = tiler
        assert tiler[0] == 128 and tiler[1] == 64
        if stages != 3:
            raise ValueError(stages)
        smem = cute.make_layout((*self.tiler, stages))
        #^ = (128,64,3):(1,128,8192)
        half = cute.make_layout((self.tiler[0] // 2, 8))
        #^ = (64,8):(1,64)
