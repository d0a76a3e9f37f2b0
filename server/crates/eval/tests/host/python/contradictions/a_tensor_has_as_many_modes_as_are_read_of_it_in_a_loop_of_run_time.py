# What stands in a loop or branch of run time is compiled whatever is run, so a tensor has as many modes as it is read with there.
import cutlass
import cutlass.cute as cute


class Kernel:
    @cute.kernel
    def kernel(self, mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, mL: cute.Tensor, tiles: cutlass.Int32):
        tidx, _, _ = cute.arch.thread_idx()
        mX = mL[None, None, 0]
        #^ = (?,?):(?,?) if mQ of rank 2 and Float16, mK and mV of rank 4 and Float16, mL of rank 3 and Float16
        for tile in cutlass.range(tiles):
            if tidx < 64:
                mK_cur, mV_cur = [t[tile, None, 0, None] for t in (mK, mV)]
                gK = cute.local_tile(mK_cur, (128, 64), (tile, 0))
                #^ = (128,64):(?,?) if mQ of rank 2 and Float16, mK and mV of rank 4 and Float16, mL of rank 3 and Float16
                gV = cute.local_tile(mV_cur, (128, 64), (tile, 0))
                #^ = (128,64):(?,?) if mQ of rank 2 and Float16, mK and mV of rank 4 and Float16, mL of rank 3 and Float16
