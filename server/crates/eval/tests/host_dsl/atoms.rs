//! MMA and copy atoms, tiled MMAs and copies, and what a thread sees of them.

use crate::fixture::check;

#[test]
fn a_warp_multiplies_tiles() {
    check(
        "op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
        mma = cute.make_tiled_mma(op, (2, 2, 1), permutation_mnk=(32, 32, 16))
        threads = mma.thr_layout_vmnk
        a = mma.tv_layout_A_tiled
        size = mma.size
        shape = mma.partition_shape_C((128, 128))
        acc = mma.make_fragment_C(shape)
        part = mma.get_slice(0).partition_C(cute.make_identity_tensor((128, 128)))",
        "threads = (32,2,2,1):(1,32,64,0)
        a = ((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))
        size = 128
        shape = ((2,2),4,8)
        acc = ((2,2),4,8):((1,2),4,16)
        part = ((2,2),4,8):((1@1,8@0),32@0,16@1)",
    );
}

#[test]
fn layouts_of_an_operation_do_not_wait_for_its_element_type() {
    check(
        "t = unknown_tensor()
        op = warp.MmaF16BF16Op(t.element_type, cutlass.Float32, (16, 8, 16))
        mma = cute.make_tiled_mma(op, (2, 2, 1))
        acc = mma.make_fragment_C(mma.partition_shape_C((64, 32)))",
        "acc = ((2,2),2,2):((1,2),4,8)",
    );
}

#[test]
fn accumulators_do_not_wait_for_the_types_of_the_operands() {
    check(
        "t = unknown_tensor()
        hopper = sm90_utils.make_trivial_tiled_mma(
        t.element_type, t.element_type, OperandMajorMode.K, t.major, cutlass.Float32, (2, 1, 1), (64, 256))
        blackwell = sm100_utils.make_trivial_tiled_mma(
        t.element_type, OperandMajorMode.K, t.major, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
        registers = hopper.make_fragment_C(hopper.partition_shape_C((128, 256)))
        part = hopper.get_slice(0).partition_C(cute.make_identity_tensor((128, 256)))
        tensor_memory = blackwell.make_fragment_C(blackwell.partition_shape_C((128, 128)))
        operand = blackwell.partition_shape_A((128, 64))",
        "registers = ((2,2,32),1,1):((1,2,4),0,0)
        part = ((2,2,32),1,1):((1@1,8@0,8@1),0,0)
        tensor_memory = ((128,128),1,1):((65536,1),0,0)
        operand is unknown: the element types of the operation are not known",
    );
}

#[test]
fn a_warp_group_multiplies_shared_memory() {
    check(
        "mma = sm90_utils.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, (2, 1, 1), (64, 256))
        threads = mma.thr_layout_vmnk
        layout = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 128, swizzle=layout.inner)
        tCsA = mma.get_slice(0).partition_A(sA)
        tCrA = mma.make_fragment_A(tCsA)
        acc = mma.make_fragment_C(mma.partition_shape_C((128, 256)))",
        "threads = (128,2,1,1):(1,128,0,0)
        tCsA = ((64,16),1,4,(1,4)):((64,1),0,16,(0,8192))
        tCrA = (1,1,4,(1,4)):(0,0,2,(0,1024))
        acc = ((2,2,32),1,1):((1,2,4),0,0)",
    );
}

#[test]
fn blackwell_multiplies_into_tensor_memory() {
    check(
        "mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.MN, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
        pair = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.TWO, (256, 256))
        shape = pair.partition_shape_B((256, 64))
        threads = pair.thr_layout_vmnk
        stages = mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 128)), 2))",
        "shape = ((128,16),1,4)
        threads = (2,1,1,1):(1,0,0,0)
        stages = ((128,128),1,1,2):((65536,1),0,0,128)",
    );
}

#[test]
fn copies_are_tiled_over_threads_and_values() {
    check(
        "atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
        copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        layout = copy.layout_tv_tiled
        tiler = copy.tiler_mn
        part = copy.get_slice(0).partition_S(cute.make_identity_tensor((64, 64)))
        values = atom.layout_src_tv
        single = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16).layout_src_tv",
        "layout = ((8,16),8):((128,1),16)
        tiler = (16,64)
        part = ((8,1),4,1):((1@1,0),16@0,0)
        values = (1,8):(0,1)
        single = (1,1):(0,0)",
    );
}

#[test]
fn matrices_are_loaded_in_the_form_of_an_operand() {
    check(
        "mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (2, 2, 1), (32, 32, 16))
        atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
        turned = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(True, 4), cutlass.Float16).layout_dst_tv
        copy = cute.make_tiled_copy_A(atom, mma)
        sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 3), stride=(64, 1, 8192)), 128)
        tCrA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))
        source = copy.get_slice(0).partition_S(sA)
        retiled = copy.retile(tCrA)",
        "turned = ((4,8),(1,2,4)):((16,1),(1,8,64))
        tCrA = ((2,2,2),4,4,3):((1,2,4),32,8,128)
        source = ((8,1),4,4,3):((1,0),2048,16,8192)
        retiled = ((8,1),4,4,3):((1,0),32,8,128)",
    );
}

#[test]
fn tensor_memory_is_copied_by_warps() {
    check(
        "mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
        acc = mma.make_fragment_C(mma.partition_shape_C((128, 128)))
        tile = acc[(None, None), 0, 0]
        atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition(32)), cutlass.Float32)
        copy = tcgen05.make_tmem_copy(atom, tile)
        layout = copy.layout_tv_tiled
        size = copy.size
        source = copy.get_slice(0).partition_S(tile)
        registers = copy.get_slice(0).partition_D(cute.make_identity_tensor((128, 128)))",
        "layout = ((32,4),(32,32)):((0,1),(128,4))
        size = 128
        source = (((32,32),1),1,4):(((1,65536),0),0,32)
        registers = ((32,1),1,4):((1@1,0),0,32@1)",
    );
}
