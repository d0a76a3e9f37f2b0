import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    ROW, COL = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
    f4, f8, f16, f32 = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN, cutlass.Float16, cutlass.Float32
    
    mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f32, ONE, (128, 256))
    tile = mma.make_fragment_C(mma.partition_shape_C((128, 256)))[(None, None), 0, 0]
    epi = sm100_utils.compute_epilogue_tile_shape((128, 256, 64), False, COL, f16)
    parts = cute.flat_divide(tile, epi)
    load = sm100_utils.get_tmem_load_op((128, 256, 64), COL, f16, f32, epi, False)
    loads = load.layout_dst_tv
    #^ = ((4,8),(2,2,4)):((2,32),(1,256,8))
    copy = tcgen05.make_tmem_copy(load, parts[None, None, 0, 0])
    store = sm100_utils.get_smem_store_op(COL, f16, f32, copy)
    stores = store.layout_src_tv
    #^ = ((4,8),(1,2,4)):((16,1),(1,8,64))
    tiled = cute.make_tiled_copy_D(store, copy).layout_tv_tiled
    #^ = ((4,8,4),((2,2,4),1)):((128,4,1),((64,32,512),0))
    of_bytes = sm100_utils.get_tmem_load_op((128, 256, 64), COL, f8, f32, (128, 64), False)
    in_bytes = tcgen05.make_tmem_copy(of_bytes, cute.flat_divide(tile, (128, 64))[None, None, 0, 0])
    bytes = sm100_utils.get_smem_store_op(COL, f8, f32, in_bytes).layout_src_tv
    #^ = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))
    twice = sm100_utils.get_tmem_load_op((64, 256, 64), ROW, cutlass.Int8, f32, (64, 32), False).layout_dst_tv
    #^ = ((16,2),16):((32,16),1)
    packed = sm100_utils.get_tmem_load_op((128, 256, 64), ROW, f16, f16, (128, 48), False).layout_dst_tv
    #^ = (32,16):(16,1)
    hopper = sm90_utils.get_smem_store_op(COL, f16, f32).layout_dst_tv
    #^ = (32,8):(8,1)
