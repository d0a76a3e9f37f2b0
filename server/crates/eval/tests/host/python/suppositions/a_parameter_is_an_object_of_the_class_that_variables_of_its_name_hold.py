# With nvidia-cutlass-dsl 4.8.1 `b` is this for the tiled copy of [`what_is_tiled_is_supposed`].

import cutlass.cute as cute

from functools import partial

def parts(tensor, epi_tile, tiled_copy, tidx):
    return tiled_copy.get_slice(tidx).partition_S(cute.flat_divide(tensor, epi_tile))

class Context:
    def __init__(self, gemm, epi_tile, tiled_copy, tidx):
        self.tile_M = gemm.cta_tile_shape_mnk[0]
        self.parts = partial(parts, epi_tile=epi_tile, tiled_copy=tiled_copy, tidx=tidx)

class Other:
    def __init__(self, n: int):
        raise NotImplementedError

class Load:
    def begin(self, ctx, other):
        b = ctx.parts(cute.make_identity_tensor((ctx.tile_M, 128)))
        #^ = ((8,1),8,1,1,4):((1@1,0),16@0,0,0,32@1) if epi_tile = (128,32), tiled_copy = UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t, tidx of run time, gemm.cta_tile_shape_mnk = (128,128,64), ctx of the class Context

class Gemm:
    def run(self, epi_tile, tiled_copy, tidx):
        ctx = Context(self, epi_tile, tiled_copy, tidx)
        other = Other(4)
