import cutlass
import cutlass.cute as cute


@cute.jit
def launch(count: cutlass.Int32, factor: cutlass.Int32):
    ptr = cute.runtime.make_ptr(cutlass.Float16, 0)
    mA = cute.make_tensor(ptr, cute.make_layout((256, 128), stride=(128, 1)))
    gA = cute.local_tile(mA, (128, 32), raster(count, factor))
    #^ = (128,32):(128,1)


def raster(count, factor):
    return count // factor, count % factor
