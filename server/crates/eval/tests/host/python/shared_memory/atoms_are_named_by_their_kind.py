import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import tcgen05, warpgroup

@cute.jit
def f():
    a = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    #^ = Sw<3,4,3> o 0 o (8,64):(64,1)
    b = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.MN_SW64, cutlass.Float32)
    #^ = Sw<2,4,3> o 0 o (16,8):(1,16)
    c = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_INTER, cutlass.Float16)
    #^ = Sw<0,4,3> o 0 o (8,8):(8,1)
