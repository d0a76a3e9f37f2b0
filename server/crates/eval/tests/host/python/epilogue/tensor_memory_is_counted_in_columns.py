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
    
    mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, MN, f32, ONE, (128, 96))
    columns = tcgen05.find_tmem_tensor_col_offset(
    mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 96)), 2)))
    #^ = 192
    small = sm100_utils.make_trivial_tiled_mma(f16, f16, K, MN, f32, ONE, (64, 64))
    columns_of_small = tcgen05.find_tmem_tensor_col_offset(small.make_fragment_C(small.partition_shape_C((64, 64))))
    #^ = 64
    layout = cute.make_layout(8 if mma.op.b_major_mode == K else 4)
    #^ = 4:1
    both = utils.get_num_tmem_alloc_cols([
        mma.make_fragment_C(mma.partition_shape_C((128, 96))), small.make_fragment_C(small.partition_shape_C((64, 64)))])
    #^ = 256
    as_they_are = utils.get_num_tmem_alloc_cols(mma.make_fragment_C(mma.partition_shape_C((128, 96))), rounding=False)
    #^ = 96
    most = cute.arch.get_max_tmem_alloc_cols("sm_100")
    #^ = 512
    least = cute.arch.get_min_tmem_alloc_cols("sm_100")
    #^ = 32
    elsewhere = cute.arch.get_max_tmem_alloc_cols("sm_90")
    #^ unknown: sm_100, sm_103, sm_107 and sm_120
