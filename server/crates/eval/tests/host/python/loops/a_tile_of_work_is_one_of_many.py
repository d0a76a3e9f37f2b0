# Whether there is another tile is not known; its coordinates are those of run time, whoever makes it.
import cutlass
import cutlass.cute as cute
from cutlass.utils import WorkTileInfo


class Scheduler:
    def __init__(self, block: cute.Coord, count: cutlass.Int32):
        self._block = block
        self._count = count
        self._number = cutlass.Int32(0)

    def tile(self):
        return WorkTileInfo((self._block[0], 0, self._block[1]), self._number < self._count)

    def advance(self):
        self._number += 1

    def __extract_mlir_values__(self):
        return cutlass.extract_mlir_values(self._number)

    def __new_from_mlir_values__(self, values):
        other = Scheduler(self._block, self._count)
        other._number = cutlass.new_from_mlir_values(self._number, values)
        return other


@cute.kernel
def kernel(count: cutlass.Int32):
    t = cute.make_identity_tensor((512, 256, 8))
    x, y, _ = cute.arch.block_idx()
    scheduler = Scheduler((x, y), count)
    work = scheduler.tile()
    while work.is_valid_tile:
        at = work.tile_idx
        part = cute.local_tile(t, (64, 32, 1), (at[0], at[1], at[2]))
        #^ = (64,32,1):(1@0,1@1,0)
        scheduler.advance()
        work = scheduler.tile()


@cute.jit
def f(count: cutlass.Int32):
    kernel(count).launch(grid=(8, 8, 1), block=(32, 1, 1))
