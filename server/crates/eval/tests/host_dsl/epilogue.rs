//! Epilogues and scale factors of Blackwell. Values are what nvidia-cutlass-dsl 4.8.1 prints for the same programs
//! (`CUTE_DSL_ARCH=sm_100a python program.py`).

use crate::fixture::check;

const NAMES: &str = "K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    ROW, COL = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
    f4, f8, f16, f32 = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN, cutlass.Float16, cutlass.Float32
";

#[test]
fn an_epilogue_stores_a_part_of_its_tile() {
    check(
        &format!(
            "{NAMES}
            plain, plain_n = sm100_utils.compute_epilogue_tile_shape((128, 256, 64), False, ROW, f16)
            pair_m, pair_n = sm100_utils.compute_epilogue_tile_shape((64, 128, 64), True, COL, f16)
            with_source = sm100_utils.compute_epilogue_tile_shape(
            (128, 96, 64), True, ROW, f32, layout_c=ROW, elem_ty_c=f32)
            narrow, narrow_n = sm100_utils.compute_epilogue_tile_shape(
            (128, 192, 64), False, COL, f8, layout_c=ROW, elem_ty_c=f16)
            smem = sm100_utils.make_smem_layout_epi(f16, COL, with_source, 2)"
        ),
        "plain = 128:1
        plain_n = 32:1
        pair_m = 64:1
        pair_n = (32,2):(1,64)
        narrow_n = 64:1
        smem = Sw<3,4,3> o 0 o ((64,2),(8,2),(1,2)):((1,1024),(64,512),(0,2048))",
    );
}

#[test]
fn a_store_follows_the_load_of_tensor_memory() {
    check(
        &format!(
            "{NAMES}
            mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, K, f32, ONE, (128, 256))
            tile = mma.make_fragment_C(mma.partition_shape_C((128, 256)))[(None, None), 0, 0]
            epi = sm100_utils.compute_epilogue_tile_shape((128, 256, 64), False, COL, f16)
            parts = cute.flat_divide(tile, epi)
            load = sm100_utils.get_tmem_load_op((128, 256, 64), COL, f16, f32, epi, False)
            loads = load.layout_dst_tv
            copy = tcgen05.make_tmem_copy(load, parts[None, None, 0, 0])
            store = sm100_utils.get_smem_store_op(COL, f16, f32, copy)
            stores = store.layout_src_tv
            tiled = cute.make_tiled_copy_D(store, copy).layout_tv_tiled
            of_bytes = sm100_utils.get_tmem_load_op((128, 256, 64), COL, f8, f32, (128, 64), False)
            in_bytes = tcgen05.make_tmem_copy(of_bytes, cute.flat_divide(tile, (128, 64))[None, None, 0, 0])
            bytes = sm100_utils.get_smem_store_op(COL, f8, f32, in_bytes).layout_src_tv
            twice = sm100_utils.get_tmem_load_op((64, 256, 64), ROW, cutlass.Int8, f32, (64, 32), False).layout_dst_tv
            packed = sm100_utils.get_tmem_load_op((128, 256, 64), ROW, f16, f16, (128, 48), False).layout_dst_tv
            hopper = sm90_utils.get_smem_store_op(COL, f16, f32).layout_dst_tv"
        ),
        "loads = ((4,8),(2,2,4)):((2,32),(1,256,8))
        stores = ((4,8),(1,2,4)):((16,1),(1,8,64))
        tiled = ((4,8,4),((2,2,4),1)):((128,4,1),((64,32,512),0))
        bytes = ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))
        twice = ((16,2),16):((32,16),1)
        packed = (32,16):(16,1)
        hopper = (32,8):(8,1)",
    );
}

#[test]
fn scale_factors_lie_in_atoms_of_128_rows() {
    check(
        &format!(
            "{NAMES}
            import cutlass.utils.blockscaled_layout as blockscaled_utils
            nvf4 = sm100_utils.make_blockscaled_trivial_tiled_mma(f4, f4, K, K, cutlass.Float8E8M0FNU, 16, TWO, (256, 192))
            a = blockscaled_utils.make_smem_layout_sfa(nvf4, (256, 192, 256), 16, 3)
            b = blockscaled_utils.make_smem_layout_sfb(nvf4, (256, 192, 256), 16, 3)
            mxf8 = sm100_utils.make_blockscaled_trivial_tiled_mma(f8, f8, K, K, cutlass.Float8E8M0FNU, 32, ONE, (128, 128))
            a8 = blockscaled_utils.make_smem_layout_sfa(mxf8, (128, 128, 128), 32, 4)
            whole = blockscaled_utils.tile_atom_to_shape_SF((512, 256, 3), 32)
            staged = blockscaled_utils.make_smem_layout_sf((256, 128), 16, 2)"
        ),
        "a = ((((32,4),1),(16,4)),1,4,3):((((16,4),0),(0,1)),0,512,2048)
        b = ((((32,4),2),(16,4)),1,4,3):((((16,4),2048),(0,1)),0,512,4096)
        a8 = ((((32,4),1),(32,1)),1,4,4):((((16,4),0),(0,0)),0,1,512)
        whole = (((32,4),4),((32,4),2),(1,3)):(((16,4),1024),((0,1),512),(0,4096))
        staged = (((32,4),2),((16,4),2),2):(((16,4),1024),((0,1),512),2048)",
    );
}

#[test]
fn tensor_memory_is_counted_in_columns() {
    check(
        &format!(
            "{NAMES}
            mma = sm100_utils.make_trivial_tiled_mma(f16, f16, K, MN, f32, ONE, (128, 96))
            columns = tcgen05.find_tmem_tensor_col_offset(
            mma.make_fragment_C(cute.append(mma.partition_shape_C((128, 96)), 2)))
            small = sm100_utils.make_trivial_tiled_mma(f16, f16, K, MN, f32, ONE, (64, 64))
            columns_of_small = tcgen05.find_tmem_tensor_col_offset(small.make_fragment_C(small.partition_shape_C((64, 64))))
            layout = cute.make_layout(8 if mma.op.b_major_mode == K else 4)"
        ),
        "columns = 192
        columns_of_small = 64
        layout = 4:1",
    );
}
