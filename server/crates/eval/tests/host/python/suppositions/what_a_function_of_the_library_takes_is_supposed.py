# Scale factors: the MMA takes small floats, tiles of its own sizes and a number of elements that share a factor.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import tcgen05


class Scaled:
    def __init__(self, sf_vec_size: int, use_2cta: bool, mma_tiler_mn: tuple[int, int]):
        if 512 % mma_tiler_mn[0] != 0:
            raise ValueError("rows")
        self.sf_vec_size = sf_vec_size
        self.mma_tiler_mn = mma_tiler_mn
        self.group = tcgen05.CtaGroup.TWO if use_2cta else tcgen05.CtaGroup.ONE

    @cute.jit
    def __call__(self, a: cute.Tensor, b, sfa: cute.Tensor, b_major: cutlass.Constexpr, offsets: cute.Tensor):
        if cutlass.const_expr(a.element_type != b.element_type):
            raise TypeError("types")
        a_major = utils.LayoutEnum.from_tensor(a).mma_major_mode()
        mma = sm100_utils.make_blockscaled_trivial_tiled_mma(
            a.element_type, a_major, b_major, sfa.element_type, self.sf_vec_size, self.group, self.mma_tiler_mn
        )
        tiler = (*self.mma_tiler_mn, cute.size(mma.shape_mnk, mode=[2]) * 4)
        factors = blockscaled_utils.make_smem_layout_sfa(mma, tiler, self.sf_vec_size, 2)
        #^ = ((((32,4),1),(32,1)),1,4,2):((((16,4),0),(0,0)),0,1,512) if sf_vec_size = 32, use_2cta = False, mma_tiler_mn = (128,128), a and b of rank 3 and Float8E4M3FN, sfa of rank 3 and Float8E8M0FNU, b_major = OperandMajorMode.K, offsets of rank 1 and Int32, LayoutEnum.from_tensor = ROW_MAJOR
        of_a = cute.make_tensor(sfa.iterator, blockscaled_utils.tile_atom_to_shape_SF(a.shape, self.sf_vec_size))
        of_b = utils.LayoutEnum.from_tensor(b)
        begin = cute.make_layout((offsets[2], 8), stride=(8, 1))
        #^ = (?,8):(8,1) if sf_vec_size = 32, use_2cta = False, mma_tiler_mn = (128,128), a and b of rank 3 and Float8E4M3FN, sfa of rank 3 and Float8E8M0FNU, b_major = OperandMajorMode.K, offsets of rank 1 and Int32, LayoutEnum.from_tensor = ROW_MAJOR
