# The factors of 32 rows lie in 32 lanes, and each of the four warps has all of them.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import tcgen05


@cute.jit
def main():
    sf = cutlass.Float8E4M3FN
    major = tcgen05.OperandMajorMode.K
    mma = sm100_utils.make_blockscaled_trivial_tiled_mma(
        cutlass.Float4E2M1FN, major, major, sf, 16, tcgen05.CtaGroup.ONE, (128, 256)
    )
    tiler = (128, 256, 256)
    smem_a = blockscaled_utils.make_smem_layout_sfa(mma, tiler, 16, 3)
    #^ = ((((32,4),1),(16,4)),1,4,3):((((16,4),0),(0,1)),0,512,2048)
    smem_b = blockscaled_utils.make_smem_layout_sfb(mma, tiler, 16, 3)
    #^ = ((((32,4),2),(16,4)),1,4,3):((((16,4),2048),(0,1)),0,512,4096)
    tmem_a = blockscaled_utils.make_tmem_layout_sfa(mma, tiler, 16, cute.slice_(smem_a, (None, None, None, 0)))
    #^ = ((((32,4),4),(16,4)),1,4):((((262144,4),8388608),(0,1)),0,16)
    tmem_b = blockscaled_utils.make_tmem_layout_sfb(mma, tiler, 16, cute.slice_(smem_b, (None, None, None, 0)))
    #^ = ((((32,8),4),(16,4)),1,4):((((262144,4),8388608),(0,1)),0,32)
    tA = cute.make_tensor(cute.make_ptr(sf, 0, cute.AddressSpace.tmem, assumed_align=16), tmem_a)
    sA = cute.make_tensor(cute.make_ptr(sf, 0, cute.AddressSpace.smem, assumed_align=1024), smem_a)
    atom = cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.ONE), sf)
    to, source = cute.filter_zeros(tA), cute.filter_zeros(sA)
    copy = tcgen05.make_s2t_copy(atom, to)
    thr = copy.get_slice(0)
    read = thr.partition_S(source)
    #^ = ((((32,4,4),4),1),1,1,4,3):((((16,4,4),0),0),0,0,512,2048)
    written = thr.partition_D(to)
    #^ = (((32,16,4),1),1,1,4):(((262144,1,8388608),0),0,0,16)
    described = tcgen05.get_s2t_smem_desc_tensor(copy, read)
    #^ = ((((32,1,1),4),1),1,1,4,3):((((1,1,1),0),0),0,0,32,128)
