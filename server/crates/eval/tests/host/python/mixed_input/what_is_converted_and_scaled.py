# Operands of two types: the helpers that cut shared and tensor memory for them.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.mixed_input_helpers as mixed_input_utils
from cutlass.cute.nvgpu import tcgen05
from cutlass.utils.mixed_input_helpers import TransformMode


@cute.jit
def main():
    major = tcgen05.OperandMajorMode.K
    source = mixed_input_utils.get_transform_a_source(major)
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.BFloat16, major, major, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128), source
    )
    tiler = (128, 128, 64)
    a, converted, b = mixed_input_utils.compute_smem_layout(mma, tiler, cutlass.Int8, cutlass.BFloat16, 4, 2)
    #^ a = Sw<2,4,3> o 0 o ((128,16),1,4,4):((64,1),0,16,8192)
    #^ converted = Sw<3,4,3> o 0 o ((128,16),1,4,2):((64,1),0,16,8192)
    #^ b = Sw<3,4,3> o 0 o ((128,16),1,4,4):((64,1),0,16,8192)
    tile, stage, stages = mixed_input_utils.get_smem_layout_scale(
        tiler, False, 1, 32, tcgen05.OperandMajorMode.MN, cutlass.BFloat16, 4
    )
    #^ tile = (128,64)
    #^ stage = Sw<0,4,3> o 0 o ((1,128),(32,2)):((0,1),(0,128))
    #^ stages = Sw<0,4,3> o 0 o ((1,128),(32,2),4):((0,1),(0,128),256)
    scales = mixed_input_utils.get_gmem_layout_scale((512, 256, 3), 1, 32, tcgen05.OperandMajorMode.MN)
    #^ = ((1,512),(32,8),3):((0,1),(0,512),4096)
    scales_along_k = mixed_input_utils.get_gmem_layout_scale((512, 256, 3), 1, 32, tcgen05.OperandMajorMode.K)
    #^ = ((1,512),(32,8),3):((0,8),(0,1),4096)
    is_shuffled = cute.make_layout(4 if mixed_input_utils.is_shuffle_a("m", 256, cutlass.Int4, cutlass.BFloat16, 32) else 8)
    #^ = 8:1
    atom = mixed_input_utils.get_copy_atom_a_transform(cutlass.BFloat16, False, source, a.outer.shape, cutlass.Int8)
    sA = cute.make_tensor(cute.make_ptr(cutlass.Int8, 0, cute.AddressSpace.smem, assumed_align=1024), a.outer)
    tA = cute.make_tensor(cute.make_ptr(cutlass.BFloat16, 0, cute.AddressSpace.tmem, assumed_align=16), mma.make_fragment_A(cute.append(mma.partition_shape_A((128, 64)), 2)).layout)
    #^ = ((128,16),1,4,2):((131072,1),0,16,64)
    atom_in = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Int8, num_bits_per_copy=32)
    copy_in, copy_out, read, written = mixed_input_utils.transform_partition(
        source, TransformMode.ConvertScale, atom_in, atom, sA, tA, 0
    )
    #^ read = ((16,1),1,1,4,4):((1,0),0,0,16,8192)
    #^ written = (((16,32),1),1,1,4,2):(((1,131072),0),0,0,16,64)
    acc = mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 128)), 2))
    c = mma.get_slice(0).partition_C(cute.local_tile(cute.make_identity_tensor((512, 512, 4)), (128, 128), (None, None, None)))
    epi = sm100_utils.compute_epilogue_tile_shape((128, 128, 64), False, utils.LayoutEnum.ROW_MAJOR, cutlass.BFloat16)
    load, tTR_tAcc, tTR_rAcc = mixed_input_utils.epilog_tmem_copy_and_partition(
        tiler, utils.LayoutEnum.ROW_MAJOR, cutlass.BFloat16, cutlass.Float32, 0, acc, c, epi, False
    )
    #^ tTR_tAcc = (((32,32),1),1,1,1,4,2):(((1,65536),0),0,0,0,32,128)
    #^ tTR_rAcc = ((32,1),1,1):((1,0),0,0)
    tTR_rC = cute.make_rmem_tensor(tTR_rAcc.shape, cutlass.BFloat16)
    layout = sm100_utils.make_smem_layout_epi(cutlass.BFloat16, utils.LayoutEnum.ROW_MAJOR, epi, 2)
    sC = cute.make_tensor(cute.make_ptr(cutlass.BFloat16, 0, cute.AddressSpace.smem, assumed_align=1024), layout.outer)
    store, tRS_rC, tRS_sC = mixed_input_utils.epilog_smem_copy_and_partition(
        utils.LayoutEnum.ROW_MAJOR, cutlass.BFloat16, cutlass.Float32, load, tTR_rC, 0, sC
    )
    #^ tRS_rC = ((1,32),1,1):((0,1),0,0)
    #^ tRS_sC = ((1,32),1,1,(1,2)):((0,1),0,0,(0,4096))
