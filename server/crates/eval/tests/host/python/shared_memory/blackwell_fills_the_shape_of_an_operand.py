import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import tcgen05

@cute.jit
def f():
    k = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_SW128, cutlass.Uint8)
    a = tcgen05.tile_to_mma_shape(k, (((128, 16), 1, 8), 3), order=(0, 1, 2))
    #^ unknown: is no partitioned shape
    b = tcgen05.tile_to_mma_shape(k, ((128, 16), 1, 8, 3), order=(0, 1, 2))
    #^ = Sw<3,4,3> o 0 o ((128,16),1,8,3):((128,1),0,16,16384)
    c = tcgen05.tile_to_mma_shape(k, ((128, 32), 2, 8, 3), order=(1, 0, 2))
    #^ = Sw<3,4,3> o 0 o (((8,16),32),2,(4,2),3):(((128,2048),1),32768,(32,1024),65536)
    mn = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.MN_SW128, cutlass.Float16)
    d = tcgen05.tile_to_mma_shape(mn, ((128, 16), 1, 4, 2))
    #^ = Sw<3,4,3> o 0 o (((64,2),(8,2)),1,4,2):(((1,512),(64,1024)),0,2048,8192)
    e = tcgen05.tile_to_mma_shape(cute.make_layout((8, 64), stride=(64, 1)), ((128, 16), 2, 4))
    #^ = ((128,16),2,4):((64,1),8192,16)
