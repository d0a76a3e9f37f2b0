import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    k = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 256))
    mn = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, OperandMajorMode.MN, OperandMajorMode.MN, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    a = sm100_utils.make_smem_layout_a(k, (128, 256, 64), cutlass.Float16, 4)
    #^ = Sw<3,4,3> o 0 o ((128,16),1,4,4):((64,1),0,16,8192)
    deep = sm100_utils.make_smem_layout_a(k, (128, 256, 256), cutlass.Float16, 3)
    #^ = Sw<3,4,3> o 0 o ((128,16),1,(4,4),3):((64,1),0,(16,8192),32768)
    turned = sm100_utils.make_smem_layout_a(mn, (128, 128, 64), cutlass.Float16, 2)
    #^ = Sw<3,4,3> o 0 o (((64,2),16),1,4,2):(((1,4096),64),0,1024,8192)
    epilogue = sm100_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (128, 32), 4)
    #^ = Sw<2,4,3> o 0 o ((8,16),(32,1),(1,4)):((32,256),(1,0),(0,4096))
