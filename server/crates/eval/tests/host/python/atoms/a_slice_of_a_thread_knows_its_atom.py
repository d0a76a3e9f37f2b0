import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    operation = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(operation, cute.make_layout((2, 2, 1)))
    thread, _, _ = cute.arch.thread_idx()
    slice = mma.get_slice(thread)
    tile = cute.make_layout(slice.shape_mnk)
    #^ = (16,8,16):(1,16,128)
    of_a = slice.tv_layout_A
    #^ = ((4,8),(2,2,2)):((32,1),(16,8,128))
    warps = slice.thr_layout_vmnk
    #^ = (32,2,2,1):(1,32,64,0)
    copy = cute.make_tiled_copy_A(cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), mma)
    read = copy.get_slice(thread).layout_dst_tv
    #^ = (32,(2,4)):(2,(1,64))
