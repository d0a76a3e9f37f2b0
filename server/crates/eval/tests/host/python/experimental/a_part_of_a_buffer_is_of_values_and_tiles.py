import cutlass
import cutlass.cute as cute
from cutlass.cute import experimental as cute_ext
from cutlass.cute.runtime import make_fake_tensor

columns = make_fake_tensor(cutlass.Float16, (256, 128), stride=(1, 256), assumed_align=16)


@cute_ext.kernel
def kernel(mA: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    tile = cute.zipped_divide(mA, cute.core._pack_shape((128, 64)))[(None, None), (0, 0)]
    #^ = (128,64):(1,256)
    by_columns = cute.make_layout(((16, 8), (8, 1)), stride=((8, 128), (1, 1024)))
    part = cute_ext.partition(tile, thread, layout_tv=by_columns, tiler=cute.core._pack_tile((128, 8)))
    #^ = ((8,1),(1,8)):((1,2048),(0,2048))
    flat = cute_ext.partition(
        tile, thread, layout_tv=cute.make_layout((32, 4), stride=(4, 1)), tiler=cute.core._pack_tile((128, 8)))
    #^ = (4,(1,8)):(1,(0,2048))
    every_second = cute.core._pack_tile((cute.make_layout((8, 2), stride=(1, 16)), 8))
    of_layout = cute_ext.partition(
        tile, thread, layout_tv=cute.make_layout(((4, 8), (2, 2)), stride=((2, 8), (1, 64))), tiler=every_second)
    #^ = ((2,2),((2,4),8)):((1,1024),((8,32),2048))
    swizzled = cute.make_composed_layout(
        cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64, 3), stride=(64, 1, 8192)))
    sA = cute_ext.allocate(cutlass.Float16, cute.AddressSpace.smem, swizzled, alignment=1024)
    #^ = (128,64,3):(64,1,8192)
    shared = cute_ext.partition(
        sA[None, None, 0], thread, layout_tv=by_columns, tiler=cute.core._pack_tile((128, 8)))
    #^ = ((8,1),(1,8)):((64,8),(0,8))


@cute_ext.jit
def host(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1), smem=cute.Int64(100000))


cute_ext.compile(host, columns)
