//! Tiled copies and their partitions.

use crate::fixture::check;

#[test]
fn a_tiled_copy_cuts_tensors_of_run_time_strides() {
    check(
        "
        auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                                    Layout<Shape<_32,_8>>{}, Layout<Shape<_8,_1>>{});
        Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_256{}, _64{}), make_stride(_1{}, ld));
        ThrCopy thr_copy = copy.get_slice(thread);
        Tensor tAgA = thr_copy.partition_S(gA);
        Tensor tArA = make_fragment_like(tAgA);
        using Tiler = typename decltype(copy)::Tiler_MN;
        auto tiler = Tiler{};
        ",
        "
        copy = TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,half_t>, (256,8):(8,1), <256,8>>
        tAgA = ((8,1),1,8):((1,0),0,8*ld)
        tArA = ((8,1),1,8):((1,0),0,8)
        tiler = (256,8)
        ",
    );
}

#[test]
fn a_fragment_is_retiled_for_a_copy() {
    check(
        "
        auto mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
        TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
        Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_128{}, _64{}), make_stride(_64{}, _1{}));
        Tensor tCrA = mma.get_slice(thread).partition_fragment_A(gA);
        Tensor tXrA = s2r.get_slice(thread).retile_D(tCrA);
        ",
        "
        tCrA = ((2,2),4,8):((1,2),32,4)
        tXrA = ((8,1),4,4):((1,0),32,8)
        ",
    );
}
