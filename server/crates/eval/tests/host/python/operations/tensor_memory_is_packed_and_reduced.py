import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    SMEM, TMEM = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
    
    R, f16 = tcgen05.Repetition, cutlass.Float16
    reduced = cute.make_copy_atom(tcgen05.LdRed32x32bOp(R.x32), f32)
    twice = cute.make_copy_atom(tcgen05.Ld16x32bx2Op(R.x16), f32)
    mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f32, ONE, (128, 64))
    tile = mma.make_fragment_C(mma.partition_shape_C((128, 64)))[(None, None), 0, 0]
    of_reduced = tcgen05.make_tmem_copy(reduced, tile).get_slice(0).partition_S(tile)
    #^ = (((32,32),1),1,2):(((1,65536),0),0,32)
    of_twice = tcgen05.make_tmem_copy(twice, tile).get_slice(0).partition_S(tile)
    #^ = (((32,16),1),2,2):(((1,65536),0),1048576,32)
    halves = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f16, ONE, (128, 64))
    narrow = halves.make_fragment_C(halves.partition_shape_C((128, 64)))[(None, None), 0, 0]
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(R.x16, tcgen05.Pack.PACK_16b_IN_32b), f16)
    of_packed = tcgen05.make_tmem_copy(load, narrow).get_slice(0).partition_S(narrow)
    #^ = (((32,32),1),1,2):(((2,131072),0),0,64)
    store = cute.make_copy_atom(tcgen05.St32x32bOp(R.x16, tcgen05.Unpack.UNPACK_32b_IN_16b), f16)
    of_unpacked = tcgen05.make_tmem_copy(store, narrow).get_slice(0).partition_D(narrow)
    #^ = (((32,32),1),1,2):(((2,131072),0),0,64)
    once = cute.make_copy_atom(tcgen05.Ld32x32bOp(), f32)
    source, registers = once.layout_src_tv, once.layout_dst_tv
    #^ source = (32,32):(0,1)
    #^ registers = (32,1):(1,1)
