# What is called a tile of an MMA has extents in M, N and K, whether it is declared as a tile, as a tuple or not at all.
import cutlass.cute as cute


@cute.jit
def of_a_tile(mma_tiler: cute.Tile):
    tile = cute.make_layout(mma_tiler)
    #^ = (128,128,64):(1,128,16384) if mma_tiler = (128,128,64)


@cute.jit
def of_nothing(qk_mma_tiler):
    tile = cute.make_layout((qk_mma_tiler[0], qk_mma_tiler[2]))
    #^ = (128,64):(1,128) if qk_mma_tiler = (128,128,64)
