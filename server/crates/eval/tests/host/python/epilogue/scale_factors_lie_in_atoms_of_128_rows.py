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
    
    import cutlass.utils.blockscaled_layout as blockscaled_utils
    nvf4 = sm100_utils.make_blockscaled_trivial_tiled_mma(f4, f4, K, K, cutlass.Float8E8M0FNU, 16, TWO, (256, 192))
    a = blockscaled_utils.make_smem_layout_sfa(nvf4, (256, 192, 256), 16, 3)
    #^ = ((((32,4),1),(16,4)),1,4,3):((((16,4),0),(0,1)),0,512,2048)
    b = blockscaled_utils.make_smem_layout_sfb(nvf4, (256, 192, 256), 16, 3)
    #^ = ((((32,4),2),(16,4)),1,4,3):((((16,4),2048),(0,1)),0,512,4096)
    mxf8 = sm100_utils.make_blockscaled_trivial_tiled_mma(f8, f8, K, K, cutlass.Float8E8M0FNU, 32, ONE, (128, 128))
    a8 = blockscaled_utils.make_smem_layout_sfa(mxf8, (128, 128, 128), 32, 4)
    #^ = ((((32,4),1),(32,1)),1,4,4):((((16,4),0),(0,0)),0,1,512)
    whole = blockscaled_utils.tile_atom_to_shape_SF((512, 256, 3), 32)
    #^ = (((32,4),4),((32,4),2),(1,3)):(((16,4),1024),((0,1),512),(0,4096))
    staged = blockscaled_utils.make_smem_layout_sf((256, 128), 16, 2)
    #^ = (((32,4),2),((16,4),2),2):(((16,4),1024),((0,1),512),2048)
