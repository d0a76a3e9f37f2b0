# What `main` gives is not known: then the functions are run as if nothing called them.
import sys
from typing import Type

import cutlass
import cutlass.cute as cute

from elsewhere import load


class Scale:
    def __init__(self, dtype: Type[cutlass.Numeric], tile_m: int):
        self.dtype = dtype
        self.tile_m = tile_m

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        m, n = mA.shape
        tile = cute.make_layout((self.tile_m, 128 // self.dtype.width))
        #^ unknown: is not known here
        #^ = (128,8):(1,128) if dtype = Float16, tile_m = 128, mA of rank 2 and Float16
        tiled = cute.zipped_divide(mA, (32, 8))
        #^ unknown: is not computed
        #^ = ((32,8),(?,?)):((?,?),(?,?)) if dtype = Float16, tile_m = 128, mA of rank 2 and Float16
        self.kernel(tiled).launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, tiled: cute.Tensor):
        part = tiled[(None, None), (0, 0)]
        #^ unknown: is not computed
        #^ = (32,8):(?,?) if dtype = Float16, tile_m = 128, mA of rank 2 and Float16


def run(rows, dtype):
    scale = Scale(dtype, rows)
    scale(load(rows))


if __name__ == "__main__":
    run(sys.argv[1], load("dtype"))
