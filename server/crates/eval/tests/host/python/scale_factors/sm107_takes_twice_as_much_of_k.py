# Compiled for sm_107a, with CUDA 13.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as factors
import cutlass.utils.rubin_helpers as sm107_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    ROW = utils.LayoutEnum.ROW_MAJOR
    f4, f8, f32 = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN, cutlass.Float32

    bytes = sm107_utils.make_trivial_tiled_mma(f8, f8, MN, MN, f32, TWO, (256, 128, 64))
    of_b = bytes.tv_layout_B
    #^ = (2,(64,64)):(64,(1,128))
    b = sm100_utils.make_smem_layout_b(bytes, (256, 128, 128), f8, 2)
    #^ = Sw<2,4,3> o 0 o ((64,64),1,2,2):((1,64),0,4096,8192)
    half = sm107_utils.make_trivial_tiled_mma(f8, f8, K, K, f32, ONE, (128, 128, 32)).tv_layout_A
    #^ = (1,(128,32)):(128,(1,128))
    two = sm107_utils.make_trivial_tiled_mma(f8, f8, K, K, f32, ONE, (128, 128, 64), (2, 1, 1))
    rows = two.partition_shape_C((256, 128))
    #^ = ((128,128),1,1)
    operation = tcgen05.SM107MmaFP8Op(f8, f8, f32, (128, 64), ONE, tcgen05.OperandSource.SMEM, K, K)
    of_k = cute.make_tiled_mma(operation).tv_layout_B
    #^ = (1,(64,64)):(64,(1,64))

    mma = sm107_utils.make_blockscaled_trivial_tiled_mma(f4, f4, K, K, f8, 16, TWO, (256, 256, 128))
    tile = (256, 256, 256)
    a = sm100_utils.make_smem_layout_a(mma, tile, f4, 2)
    #^ = Sw<3,4,3> o 0 o ((128,128),1,2,2):((256,1),0,128,32768)
    sfa = factors.make_smem_layout_sfa(mma, tile, 16, 2)
    #^ = ((((32,4),1),(16,(4,2))),1,2,2):((((16,4),0),(0,(1,512))),0,1024,2048)
    sfb = factors.make_smem_layout_sfb(mma, tile, 16, 2)
    #^ = ((((32,4),2),(16,(4,2))),1,2,2):((((16,4),2048),(0,(1,512))),0,1024,4096)
    in_tmem = factors.make_tmem_layout_sfa(mma, tile, 16, cute.slice_(sfa, (None, None, None, 0)))
    #^ = ((((32,4),4),(16,(4,2))),1,2):((((262144,4),8388608),(0,(1,16))),0,32)
    of_columns = factors.make_tmem_layout_sfb(mma, tile, 16, cute.slice_(sfb, (None, None, None, 0)))
    #^ = ((((32,8),4),(16,(4,2))),1,2):((((262144,4),8388608),(0,(1,32))),0,64)
    epilogue = sm107_utils.compute_epilogue_tile_shape(mma.op, (128, 256, 256), True, ROW, cutlass.BFloat16)
    #^ = (128,32)
    stored = cute.zipped_divide(cute.make_layout((128, 256)), epilogue)
    #^ = ((128,32),(1,8)):((1,128),(0,4096))

    wide = sm107_utils.make_blockscaled_trivial_tiled_mma(f8, f4, K, K, cutlass.Float8E8M0FNU, 32, ONE, (128, 128, 64))
    other = factors.make_smem_layout_sfa(wide, (128, 128, 128), 32, 2)
    #^ = ((((32,4),1),(32,2)),1,2,2):((((16,4),0),(0,1)),0,2,512)
    columns = cute.make_layout(cute.arch.get_max_tmem_alloc_cols("sm_107"))
    #^ = 576:1
