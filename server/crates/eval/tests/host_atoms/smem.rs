//! Shared-memory atoms.

use crate::fixture::check;

#[test]
fn atoms_are_tiled_to_the_shape_of_a_tile() {
    check(
        "
        auto k_major = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
        auto stage = k_major(_, _, 0);
        auto swizzle = get_swizzle_portion(k_major);
        auto plain = get_nonswizzle_portion(k_major);
        auto by_major = UMMA::Layout_SW64_Atom<half_t, UMMA::Major::K>{};
        ",
        "
        k_major = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))
        stage = Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
        swizzle = Sw<3,4,3>
        plain = ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))
        by_major = Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)
        ",
    );
}

#[test]
fn atoms_are_tiled_to_the_shape_of_an_mma() {
    check(
        "
        auto shape = make_shape(make_shape(_128{}, _16{}), _2{}, _4{}, _3{});
        auto k_major = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, shape);
        auto mn_major = UMMA::tile_to_mma_shape(UMMA::Layout_MN_SW128_Atom<half_t>{}, shape, Step<_2,_1,_3>{});
        ",
        "
        k_major = Sw<3,4,3> o smem_ptr[16b](unset) o ((128,16),2,4,(1,3)):((64,1),8192,16,(0,16384))
        mn_major = Sw<3,4,3> o smem_ptr[16b](unset) o (((64,2),16),2,4,(1,3)):(((1,4096),64),8192,1024,(0,16384))
        ",
    );
}

#[test]
fn cutlass_selects_the_widest_atom_that_divides_the_tile() {
    check(
        "
        using Atom = decltype(cutlass::gemm::collective::detail::ss_smem_selector<
            GMMA::Major::K, cutlass::half_t, Int<128>, Int<32>>());
        auto atom = Atom{};
        ",
        "atom = Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)",
    );
}
