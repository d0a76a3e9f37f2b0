//! Tiled MMAs, their partitions and fragments.

use crate::fixture::check;

#[test]
fn a_tiled_mma_tells_its_tile_and_threads() {
    check(
        "
        TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
        auto tile = tile_shape(mma);
        auto tile_n = tile_size<1>(mma);
        auto vmnk = mma.get_thr_layout_vmnk();
        auto threads_n = size<2>(mma);
        auto permutation = mma.permutation_mnk<2>();
        auto tv = mma.get_layoutC_TV();
        auto shape = typename decltype(mma)::AtomShape_MNK{};
        auto part = partition_shape_A(mma, make_shape(_128{}, _64{}));
        ",
        "
        mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <32,32,16>)
        tile = (32,32,16)
        tile_n = 32
        vmnk = (32,2,2,1):(1,32,64,0)
        threads_n = 2
        permutation = 16
        tv = ((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))
        shape = (16,8,16)
        part = ((2,2,2),4,4)
        ",
    );
}

#[test]
fn a_thread_has_its_part_of_each_operand() {
    check(
        "
        auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
        Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_128{}, _64{}), make_stride(ld, _1{}));
        Tensor gC = make_tensor(make_gmem_ptr(c), make_shape(_128{}, _128{}), make_stride(_1{}, ld));
        auto thr_mma = mma.get_slice(thread);
        Tensor tCgA = thr_mma.partition_A(gA);
        Tensor tCgC = thr_mma.partition_C(gC);
        Tensor tCrA = thr_mma.partition_fragment_A(gA);
        Tensor tCrC = thr_mma.make_fragment_C(tCgC);
        Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _128{}));
        ",
        "
        tCgA = ((2,2,2),4,4):((1,8*ld,8),32*ld,16)
        tCgC = ((2,2),4,(2,4)):((ld,8),32,(16*ld,32*ld))
        tCrA = ((2,2,2),4,4):((1,2,4),32,8)
        tCrC = ((2,2),4,(2,4)):((1,2),4,(16,32))
        acc = ((2,2),4,8):((1,2),4,16)
        ",
    );
}

#[test]
fn a_warpgroup_reads_shared_memory_through_descriptors() {
    check(
        "
        auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::MN, GMMA::Major::MN>{});
        auto layout = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
        Tensor sA = make_tensor(make_smem_ptr(a), layout);
        auto thr_mma = mma.get_thread_slice(thread);
        Tensor tCsA = thr_mma.partition_A(sA);
        Tensor tCrA = thr_mma.make_fragment_A(tCsA);
        Tensor tCrB = thr_mma.partition_fragment_B(sA);
        Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _128{}));
        ",
        "
        sA = ((64,2),(8,8),(1,3)):((1,512),(64,1024),(0,8192))
        tCsA = ((64,(8,2)),2,4,(1,3)):((1,(64,1024)),512,2048,(0,8192))
        tCrA = (1,2,4,(1,3)):(0,64,256,(0,1024))
        tCrB = (1,2,4,(1,3)):(0,64,256,(0,1024))
        acc = ((2,2,8),2,2):((1,2,4),32,64)
        ",
    );
}

#[test]
fn cute_selects_the_widest_operation_that_divides_the_tile() {
    check(
        "
        using Tile = Shape<_128, _192, _64>;
        TiledMMA mma = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Tile>(), Layout<Shape<_2,_1,_1>>{});
        TiledMMA fp8 = make_tiled_mma(GMMA::rs_op_selector<float_e4m3_t, float_e4m3_t, float, Shape<_64, _32, _64>>());
        auto odd = GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, Int<176>, _64>>();
        auto tile = tile_shape(mma);
        ",
        "
        mma = make_tiled_mma(SM90_64x192x16_F32F16F16_SS, (2,1,1):(1,0,0), <_,_,_>)
        fp8 = make_tiled_mma(SM90_64x32x32_F32E4M3E4M3_RS_TN, (1,1,1):(0,0,0), <_,_,_>)
        odd is unknown: which operation CuTe takes for N 176 depends on a macro
        tile = (128,192,16)
        ",
    );
}

#[test]
fn an_operation_that_is_not_known_has_no_value() {
    check(
        "
        auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_XY{});
        auto tile = tile_shape(mma);
        ",
        "
        mma is unknown: `SM80_16x8x16_F32F16F16F32_XY` is not known here
        tile is unknown: `SM80_16x8x16_F32F16F16F32_XY` is not known here
        ",
    );
}

#[test]
fn a_static_fragment_keeps_its_layout_behind_a_call_that_may_assign_it() {
    check(
        "
        auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
        Tensor acc = partition_fragment_C(mma, Shape<_32, _32>{});
        rescale(acc);
        auto rows = acc(_, 0, 0);
        ",
        "rows = ((2,2)):((1,2))",
    );
}

#[test]
fn a_layout_as_the_permutation_is_that_of_m() {
    check(
        "
        auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4,_1,_1>>{}, Layout<Shape<_1,_2,_1>>{});
        auto permutation = mma.permutation_mnk<0>();
        auto n = mma.permutation_mnk<1>();
        ",
        "
        mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,1,1):(1,0,0), <(1,2,1):(0,1,0),_,_>)
        permutation = (1,2,1):(0,1,0)
        n = 8
        ",
    );
}
