# A kernel may say how its warps lie over tensor memory. What it says and is not known is not as if it said nothing.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import tcgen05
from setup import warps_of


class Silent:
    def __init__(self):
        self.cta_tile_shape_mnk = (128, 128, 64)
        self.c_layout = utils.LayoutEnum.ROW_MAJOR
        self.c_dtype = cutlass.BFloat16
        self.acc_dtype = cutlass.Float32


class Told:
    def __init__(self):
        self.cta_tile_shape_mnk = (128, 128, 64)
        self.c_layout = utils.LayoutEnum.ROW_MAJOR
        self.c_dtype = cutlass.BFloat16
        self.acc_dtype = cutlass.Float32
        self.tmem_warp_shape_mn = warps_of(self)


@cute.jit
def main():
    major = tcgen05.OperandMajorMode.K
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.BFloat16, major, major, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128)
    )
    acc = mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 128)), 2))
    c = mma.get_slice(0).partition_C(cute.local_tile(cute.make_identity_tensor((512, 512, 4)), (128, 128), (None, None, None)))
    epi = sm100_utils.compute_epilogue_tile_shape((128, 128, 64), False, utils.LayoutEnum.ROW_MAJOR, cutlass.BFloat16)
    copy, of_silent, registers = utils.gemm.sm100.epilogue_tmem_copy_and_partition(Silent(), 0, acc[((None, None), 0, 0, None)], c[((None, None), 0, 0, None, None, None)], epi, False)
    #^ of_silent unknown: `tmem_warp_shape_mn` of `Silent` is not known
    #^ of_silent = (((32,32),1),1,1,1,4,2):(((1,65536),0),0,0,0,32,128) if Silent.tmem_warp_shape_mn not set
    told, of_told, others = utils.gemm.sm100.epilogue_tmem_copy_and_partition(Told(), 0, acc[((None, None), 0, 0, None)], c[((None, None), 0, 0, None, None, None)], epi, False)
    #^ of_told unknown
