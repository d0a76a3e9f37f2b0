//! Tensor memory.

use crate::fixture::check;

#[test]
fn accumulators_lie_in_tensor_memory_and_are_copied_by_four_warps() {
    check(
        "
        auto mma = make_tiled_mma(
            SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{});
        auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                            partition_shape_A(mma, make_shape(_128{}, _64{})));
        Tensor gC = make_tensor(make_gmem_ptr(c), make_shape(_128{}, _256{}), make_stride(ld, _1{}));
        auto cta_mma = mma.get_slice(_0{});
        Tensor tCgC = cta_mma.partition_C(gC);
        Tensor tCrA = cta_mma.make_fragment_A(make_tensor(make_smem_ptr(a), smem));
        Tensor tCtAcc = cta_mma.make_fragment_C(tCgC);
        TiledCopy t2r = make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, tCtAcc);
        auto thr_t2r = t2r.get_slice(threadIdx.x);
        Tensor tDgC = thr_t2r.partition_D(tCgC);
        Tensor tDtAcc = thr_t2r.partition_S(tCtAcc);
        ",
        "
        tCgC = ((128,256),1,1):((ld,1),0,0)
        tCrA = (1,1,4):(0,0,2)
        tCtAcc = ((128,256),1,1):((65536,1),0,0)
        tDgC = ((1,1),256,1,1):((0,0),1,0,0)
        tDtAcc = ((32,1),256,1,1):((65536,0),1,0,0)
        ",
    );
}

#[test]
fn accumulators_of_several_stages_are_made_of_a_shape() {
    check(
        "
        auto mma = make_tiled_mma(
            SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>{});
        auto shape = append(partition_shape_C(mma, make_shape(_128{}, _128{})), _2{});
        Tensor acc = mma.make_fragment_C(shape);
        ",
        "acc = ((128,128),1,1,2):((65536,1),0,0,128)",
    );
}

#[test]
fn operations_whose_traits_take_the_types_are_atoms() {
    check(
        "
        using Traits = MMA_Traits<SM100_MMA_F8F6F4_SS, float_e4m3_t, float_e4m3_t, float, Int<128>, Int<64>,
                                  integral_constant<UMMA::Major, UMMA::Major::K>,
                                  integral_constant<UMMA::Major, UMMA::Major::K>>;
        auto mma = make_tiled_mma(MMA_Atom<Traits>{});
        auto tile = tile_shape(mma);
        Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _64{}));
        ",
        "
        tile = (128,64,32)
        acc = ((128,64),1,1):((65536,1),0,0)
        ",
    );
}
