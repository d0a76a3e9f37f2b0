# sm_120a: which factors each thread of the warps holds.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm120_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils


@cute.jit
def main():
    operation = cute.nvgpu.warp.MmaMXF4NVF4Op(cutlass.Float4E2M1FN, cutlass.Float32, cutlass.Float8E4M3FN)
    mma = cute.make_tiled_mma(operation, cute.make_layout((4, 2, 1)), permutation_mnk=(128, 32, 64))
    sfa = sm120_utils.get_layoutSFA_TV(mma)
    #^ = ((2,2,8,4,2),(64,(2,1))):((8,0,1,16,0),(128,(64,0)))
    sfb = sm120_utils.get_layoutSFB_TV(mma)
    #^ = ((4,8,4,2),(64,(2,1))):((0,1,0,8),(32,(16,0)))
    layout = blockscaled_utils.sm120_make_smem_layout_sfa(mma, (128, 128, 128), 16, 2)
    sA = cute.make_tensor(cute.make_ptr(cutlass.Float8E4M3FN, 0, cute.AddressSpace.smem, assumed_align=128), layout)
    rA = sm120_utils.partition_fragment_SFA(sA[None, None, 0], mma.get_slice(0), 0)
    #^ = ((16,4),2,2):((0,1),4,8)
    rB = sm120_utils.partition_fragment_SFB(sA[None, None, 0], mma.get_slice(0), 0)
    #^ = ((16,4),(2,4),2):((0,1),(16,4),32)
    store = sm120_utils.sm120_get_smem_store_op(cutlass.utils.LayoutEnum.ROW_MAJOR, cutlass.Float16, cutlass.Float32)
    #^ = Copy_Atom<SM90_U32x2_STSM_N,half_t>
    permutation = sm120_utils.get_permutation_mnk((64, 128, 128), 16, True)
    tiled = cute.make_tiled_mma(operation, cute.make_layout((4, 2, 1)), permutation_mnk=(128, permutation[1], 64))
    across = sm120_utils.get_layoutSFB_TV(tiled)
    #^ = ((4,8,4,2),(64,(2,1))):((0,1,0,16),(32,(8,0)))
    rows = cute.make_layout((permutation[0], permutation[2]))
    #^ = (64,32):(1,64)
