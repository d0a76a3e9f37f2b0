import cutlass.cute as cute

@cute.jit
def f(gemm, ctx, out):
    a = cute.make_rmem_tensor((ctx.tile_M, gemm.num_epi_warps), gemm.acc_dtype)
    #^ = (128,4):(1,128) if out of rank 2 and Float16, ctx.tile_M = 128, gemm.num_epi_warps = 4, gemm.acc_dtype = Float32
    row = out[ctx.batch_idx, None]
    c = cute.local_tile(row, (ctx.tile_N,), (ctx.tile_coord_mnkl[1],))
    #^ = (128):(?) if out of rank 2 and Float16, ctx.tile_M = 128, gemm.num_epi_warps = 4, gemm.acc_dtype = Float32, ctx.batch_idx of run time, ctx.tile_N = 128, ctx.tile_coord_mnkl of 4 numbers of run time
    width = out.element_type.width
    d = cute.make_layout((ctx.depth, 4))
    #^ unknown

class Base:
    def run(self):
        e = cute.make_layout((self.cta_tile_shape_mnk[2], 4))
        #^ = (64,4):(1,64) if Base.cta_tile_shape_mnk = (128,128,64)
        f = cute.make_layout(self.height)
        #^ unknown
