//! MMA and copy operations by their names. Values are what nvidia-cutlass-dsl 4.8.1 prints for the same programs
//! (`CUTE_DSL_ARCH=sm_100a python program.py`; sm_90a and sm_120a for those of warp groups and warps).

use crate::fixture::check;

const BLACKWELL: &str = "K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    SMEM, TMEM = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
";

#[test]
fn tensor_memory_accumulates_other_types() {
    check(
        &format!(
            "{BLACKWELL}
            tf32 = cute.make_mma_atom(tcgen05.MmaTF32Op((128, 128, 8), ONE, SMEM, K, K)).tv_layout_A
            pair = cute.make_mma_atom(tcgen05.MmaTF32Op((256, 64, 8), TWO, TMEM, K, MN)).tv_layout_B
            i8 = cute.make_mma_atom(tcgen05.MmaI8Op(cutlass.Int8, (128, 64, 32), ONE, SMEM, K, K)).tv_layout_A
            fp8 = cute.make_mma_atom(tcgen05.MmaFP8Op(f8, f32, (128, 64, 32), ONE, SMEM, K, K)).tv_layout_A
            mixed = cute.make_mma_atom(tcgen05.MmaF8F6F4Op(f8, f4, f32, (256, 96, 32), TWO, SMEM, K, K)).tv_layout_B
            mxf8 = cute.make_mma_atom(tcgen05.MmaMXF8Op(f8, (256, 128, 32), TWO, SMEM, K, K)).tv_layout_B
            mxf4 = cute.make_mma_atom(tcgen05.MmaMXF4Op((128, 128, 64), ONE, SMEM)).tv_layout_A
            nvf4 = cute.make_mma_atom(tcgen05.MmaMXF4NVF4Op(f8, (256, 192, 64), TWO, SMEM)).tv_layout_B"
        ),
        "tf32 = (1,(128,8)):(128,(1,128))
        pair = (2,(32,8)):(32,(1,64))
        i8 = (1,(128,32)):(128,(1,128))
        fp8 = (1,(128,32)):(128,(1,128))
        mixed = (2,(48,32)):(48,(1,96))
        mxf8 = (2,(64,32)):(64,(1,128))
        mxf4 = (1,(128,64)):(128,(1,128))
        nvf4 = (2,(96,64)):(96,(1,192))",
    );
}

#[test]
fn the_chosen_operation_follows_the_types() {
    check(
        &format!(
            "{BLACKWELL}
            nvf4 = sm100_utils.make_blockscaled_trivial_tiled_mma(f4, f4, K, K, f8, 16, TWO, (256, 192))
            a4 = sm100_utils.make_smem_layout_a(nvf4, (256, 192, 256), f4, 3)
            b4 = sm100_utils.make_smem_layout_b(nvf4, (256, 192, 256), f4, 3)
            acc4 = nvf4.make_fragment_C(nvf4.partition_shape_C((256, 192)))
            e5m2 = cutlass.Float8E5M2
            mma8 = sm100_utils.make_trivial_tiled_mma(e5m2, e5m2, K, MN, f32, ONE, (64, 96))
            b8 = sm100_utils.make_smem_layout_b(mma8, (64, 96, 128), e5m2, 2)
            acc8 = mma8.make_fragment_C(mma8.partition_shape_C((64, 96)))
            tf32 = sm100_utils.make_trivial_tiled_mma(f32, f32, K, K, f32, ONE, (128, 256))
            a32 = sm100_utils.make_smem_layout_a(tf32, (128, 256, 32), f32, 2)
            halves = sm100_utils.make_trivial_tiled_mma(
            cutlass.Float16, cutlass.Float16, K, K, cutlass.Float16, ONE, (128, 64))
            acc16 = halves.make_fragment_C(halves.partition_shape_C((128, 64)))"
        ),
        "a4 = Sw<3,4,3> o 0 o ((128,64),1,4,3):((256,1),0,64,32768)
        b4 = Sw<3,4,3> o 0 o ((96,64),1,4,3):((256,1),0,64,24576)
        acc4 = ((128,192),1,1):((65536,1),0,0)
        b8 = Sw<1,4,3> o 0 o (((32,3),32),1,4,2):(((1,4096),32),0,1024,12288)
        acc8 = (((16,4),96),1,1):(((65536,2097152),1),0,0)
        a32 = Sw<3,4,3> o 0 o ((128,8),1,4,2):((32,1),0,8,4096)
        acc16 = ((128,64),1,1):((131072,2),0,0)",
    );
}

#[test]
fn warps_and_warp_groups_multiply_bytes() {
    check(
        "f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
        warps = cute.make_tiled_mma(warp.MmaMXF4Op(f4, f32, cutlass.Float8E8M0FNU), (2, 2, 1), (64, 32, 64))
        acc = warps.make_fragment_C(warps.partition_shape_C((128, 64)))
        a = warps.partition_shape_A((128, 64))
        fp8 = cute.make_mma_atom(warp.MmaFP8Op(f8, f32, (16, 8, 32))).tv_layout_A
        tf32 = cute.make_mma_atom(warp.MmaTF32Op((16, 8, 8))).tv_layout_A
        group = sm90_utils.make_trivial_tiled_mma(
        f8, cutlass.Float8E5M2, OperandMajorMode.K, OperandMajorMode.K, f32, (2, 1, 1), (64, 128))
        registers = group.make_fragment_C(group.partition_shape_C((128, 128)))
        op = warpgroup.MmaF8Op(
        f8, f8, cutlass.Float16, (64, 96, 32), warpgroup.OperandSource.RMEM, OperandMajorMode.K, OperandMajorMode.K)
        from_registers = cute.make_mma_atom(op).tv_layout_A",
        "acc = ((2,2),4,4):((1,2),4,16)
        a = ((8,2,2),4,1)
        fp8 = ((4,8),(4,2,2)):((64,1),(16,8,256))
        tf32 = ((4,8),(2,2)):((16,1),(8,64))
        registers = ((2,2,16),1,1):((1,2,4),0,0)
        from_registers = ((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
    );
}

#[test]
fn matrices_of_bytes_are_copied() {
    check(
        "f8 = cutlass.Float8E4M3FN
        plain = cute.make_copy_atom(warp.LdMatrix8x16x8bOp(False, 2), f8).layout_dst_tv
        turned = cute.make_copy_atom(warp.LdMatrix16x8x8bOp(True, 4, 6), f8)
        source, target = turned.layout_src_tv, turned.layout_dst_tv
        stored = cute.make_copy_atom(warp.StMatrix16x8x8bOp(True, 4), f8).layout_src_tv",
        "plain = (32,(4,2)):(4,(1,128))
        source = ((2,2,4,2),16):((16,128,32,256),1)
        target = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))
        stored = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))",
    );
}

#[test]
fn tensor_memory_is_packed_and_reduced() {
    check(
        &format!(
            "{BLACKWELL}
            R, f16 = tcgen05.Repetition, cutlass.Float16
            reduced = cute.make_copy_atom(tcgen05.LdRed32x32bOp(R.x32), f32)
            twice = cute.make_copy_atom(tcgen05.Ld16x32bx2Op(R.x16), f32)
            mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f32, ONE, (128, 64))
            tile = mma.make_fragment_C(mma.partition_shape_C((128, 64)))[(None, None), 0, 0]
            of_reduced = tcgen05.make_tmem_copy(reduced, tile).get_slice(0).partition_S(tile)
            of_twice = tcgen05.make_tmem_copy(twice, tile).get_slice(0).partition_S(tile)
            halves = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f16, ONE, (128, 64))
            narrow = halves.make_fragment_C(halves.partition_shape_C((128, 64)))[(None, None), 0, 0]
            load = cute.make_copy_atom(tcgen05.Ld32x32bOp(R.x16, tcgen05.Pack.PACK_16b_IN_32b), f16)
            of_packed = tcgen05.make_tmem_copy(load, narrow).get_slice(0).partition_S(narrow)
            store = cute.make_copy_atom(tcgen05.St32x32bOp(R.x16, tcgen05.Unpack.UNPACK_32b_IN_16b), f16)
            of_unpacked = tcgen05.make_tmem_copy(store, narrow).get_slice(0).partition_D(narrow)
            once = cute.make_copy_atom(tcgen05.Ld32x32bOp(), f32)
            source, registers = once.layout_src_tv, once.layout_dst_tv"
        ),
        "of_reduced = (((32,32),1),1,2):(((1,65536),0),0,32)
        of_twice = (((32,16),1),2,2):(((1,65536),0),1048576,32)
        of_packed = (((32,32),1),1,2):(((2,131072),0),0,64)
        of_unpacked = (((32,32),1),1,2):(((2,131072),0),0,64)
        source = (32,32):(0,1)
        registers = (32,1):(1,1)",
    );
}

#[test]
fn one_type_of_operands_stands_for_both() {
    check(
        &format!(
            "{BLACKWELL}
            one = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, K, MN, f32, TWO, (256, 96))
            two = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, K, MN, f32, TWO, (256, 96))
            a = one.partition_shape_B((96, 64))
            b = two.partition_shape_B((96, 64))
            index = cute.arch.block_idx_in_cluster()
            cluster = cute.tiled_divide(cute.make_layout((4, 2, 1)), (one.thr_id.shape,))
            flat = cluster.get_flat_coord(index)
            deep = cluster.get_hier_coord(index)
            same = 1 if flat[0] == flat[1] else 2"
        ),
        "a = ((48,16),1,4)
        b = ((48,16),1,4)
        flat = (?,?,?,0)
        deep = ((?),?,?,0)
        same = ?",
    );
}
