import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    ROW, COL = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
    f4, f8, f16, f32 = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN, cutlass.Float16, cutlass.Float32
    
    plain, plain_n = sm100_utils.compute_epilogue_tile_shape((128, 256, 64), False, ROW, f16)
    #^ plain = 128:1
    #^ plain_n = 32:1
    pair_m, pair_n = sm100_utils.compute_epilogue_tile_shape((64, 128, 64), True, COL, f16)
    #^ pair_m = 64:1
    #^ pair_n = (32,2):(1,64)
    with_source = sm100_utils.compute_epilogue_tile_shape(
    (128, 96, 64), True, ROW, f32, layout_c=ROW, elem_ty_c=f32)
    narrow, narrow_n = sm100_utils.compute_epilogue_tile_shape(
    (128, 192, 64), False, COL, f8, layout_c=ROW, elem_ty_c=f16)
    #^ narrow_n = 64:1
    smem = sm100_utils.make_smem_layout_epi(f16, COL, with_source, 2)
    #^ = Sw<3,4,3> o 0 o ((64,2),(8,2),(1,2)):((1,1024),(64,512),(0,2048))
