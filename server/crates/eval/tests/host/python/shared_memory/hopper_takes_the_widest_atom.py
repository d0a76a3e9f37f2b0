import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils

@cute.jit
def f():
    a = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    #^ = Sw<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))
    b = sm90_utils.make_smem_layout_b(utils.LayoutEnum.COL_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    #^ = Sw<3,4,3> o 0 o ((64,4),(8,8),(1,4)):((1,4096),(64,512),(0,16384))
    c = sm90_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (64, 32), 4)
    #^ = Sw<2,4,3> o 0 o ((8,8),(32,1),(1,4)):((32,256),(1,0),(0,2048))
    size = cute.cosize(a)
    #^ = 32768
