p"""Element-wise addition in the CuTe DSL: 128 threads, 8 consecutive halves each, 16 rows by 256 columns a block.

The annotations below are read by an editor with LayoutLens and by ``layoutlens check``:

cute: let thr = (4,32):(32,1)
cute: let val = (4,8):(8,1)
cute: let tile = raked_product(thr, val)
cute: show tile
"""

import cutlass
import cutlass.cute as cute

# The block's tile: 16 rows of 256 columns.
# cute: assert size(mode(tile, 0)) == 16
# cute: assert size(mode(tile, 1)) == 256

# The thread-value layout that make_layout_tv returns: thread, value -> index in the column-major 16x256 tile.
# cute: let tv = composition(right_inverse(tile), (128,32):(1,128))
# cute: assert tv == ((32,4),(8,4)):((128,4),(16,1))

# Neighbouring threads stand 8 columns apart, a thread's values are neighbouring columns of 4 rows.
# cute: assert tv(1,0) == 8 * 16
# cute: assert tv(0,1) == 16
# cute: assert tv(0,8) == 1


@cute.kernel
def add_kernel(
    gA: cute.Tensor,
    gB: cute.Tensor,
    gC: cute.Tensor,
    tv_layout: cute.Layout,
    tiler_mn: cute.Shape,
):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()

    # ((TileM,TileN),(RestM,RestN)) -> (TileM,TileN)
    coord = ((None, None), block)
    block_a, block_b, block_c = gA[coord], gB[coord], gC[coord]

    # (thread, value) -> address
    thread_a = cute.composition(block_a, tv_layout)[(thread, None)]
    thread_b = cute.composition(block_b, tv_layout)[(thread, None)]
    thread_c = cute.composition(block_c, tv_layout)[(thread, None)]

    thread_c.store(thread_a.load() + thread_b.load())


@cute.jit
def add(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    """Adds two row-major matrices; rows are a multiple of 16, columns of 256."""
    # (4,32):(32,1)
    thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))
    # (4,8):(8,1)
    val_layout = cute.make_ordered_layout((4, 8), order=(1, 0))
    tiler_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)

    gA = cute.zipped_divide(mA, tiler_mn)
    gB = cute.zipped_divide(mB, tiler_mn)
    gC = cute.zipped_divide(mC, tiler_mn)

    # For a matrix of 1024 x 2048 halves there are 64 x 8 tiles.
    # cute: let mA = (1024,2048):(2048,1)
    # cute: let tiles = zipped_divide(mA, (16,256))
    # cute: assert tiles == ((16,256),(64,8)):((2048,1),(32768,256))
    # cute: run copy (16,256):(256,1) -> (16,256):(256,1) : f16
    add_kernel(gA, gB, gC, tv_layout, tiler_mn).launch(
        grid=[cute.size(gC, mode=[1]), 1, 1],
        block=[cute.size(tv_layout, mode=[0]), 1, 1],
    )
