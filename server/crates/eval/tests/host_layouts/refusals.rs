//! What CuTe does not compile is a problem; what it compiles is none.

use crate::fixture::check_refused;

#[test]
fn what_does_not_compile_is_a_problem() {
    check_refused(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                      // none
        a(1, 2, 3);                                                        // rank-mismatch
        a(_, 2, 3);                                                        // rank-mismatch
        a(make_coord(make_coord(1, _), 2));                                // rank-mismatch
        layout<3>(a);                                                      // rank-mismatch
        size<3>(a);                                                        // rank-mismatch
        select<3>(a);                                                      // rank-mismatch
        take<0, 3>(a);                                                     // rank-mismatch
        append<1>(a);                                                      // rank-mismatch
        coalesce(a, make_step(_1{}, _1{}, _1{}));                          // rank-mismatch
        zipped_divide(a, make_tile(_4{}, _2{}, _2{}));                     // rank-mismatch
        composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _1>{});  // shape-divisibility
        tile_to_shape(Layout<Shape<_8, _8>>{}, Shape<_12, _32>{});         // shape-divisibility
        shape_div(_40{}, _7{});                                            // shape-divisibility
        complement(Layout<Shape<_2, _2>, Stride<_1, _1>>{}, _24{});        // non-injective
        Swizzle<4, 3, 3>{}(5);                                             // invalid-swizzle
        make_ordered_layout(make_shape(_8{}, _4{}), make_step(_0{}));      // rank-mismatch
        make_tensor(make_gmem_ptr(S), a)(_, _, 0);                         // rank-mismatch
        local_tile(make_tensor(make_gmem_ptr(S), a), Shape<_8, _2, _4>{}, make_coord(0, 0, 0));  // rank-mismatch
        ",
    );
}

#[test]
fn what_compiles_is_no_problem() {
    check_refused(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                      // none
        make_layout(make_shape(_0{}, _8{}));                               // none
        make_layout(make_shape(_4{}, _8{}), make_stride(_1{}));            // none
        Layout<Shape<_4, Shape<_2>>, Stride<_1, Stride<_8, _0>>>{};        // none
        replace<2>(a, a);                                                  // none
        a(40);                                                             // none
        a.with_shape(_64{});                                               // none
        tile_to_shape(Layout<_8>{}, Shape<_16, _32>{});                    // none
        ",
    );
}

#[test]
fn a_copy_needs_equal_sizes() {
    check_refused(
        "
        auto gA = make_tensor(make_gmem_ptr(S), Layout<Shape<_64, _8>>{}); // none
        auto rA = make_tensor<float>(Shape<_64, _4>{});                    // none
        auto flat = make_tensor<float>(Shape<_512>{});                     // none
        auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_32>{});  // none
        auto thr_copy = tiled_copy.get_slice(threadIdx.x);                 // none
        copy(gA, rA);                                                      // size-mismatch
        copy(gA(_, 0), rA(_, 0));                                          // none
        copy(gA, flat);                                                    // none
        copy(tiled_copy, thr_copy.partition_S(gA(_, 0)), thr_copy.partition_D(rA(_, 0)));  // none
        copy(tiled_copy, thr_copy.partition_S(gA(_, 0)), thr_copy.partition_D(flat));  // size-mismatch
        ",
    );
}

#[test]
fn a_gemm_needs_operands_that_agree() {
    check_refused(
        "
        auto mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16>>{});  // none
        auto tCrA = make_tensor<float>(Shape<_1, _8, _4>{});               // none
        auto tCrB = make_tensor<float>(Shape<_1, _6, _4>{});               // none
        auto tCrC = make_tensor<float>(Shape<_1, _8, _6>{});               // none
        gemm(mma, tCrA, tCrB, tCrC);                                       // none
        gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), tCrC);                     // none
        gemm(mma, tCrB, tCrA, tCrC);                                       // size-mismatch
        gemm(mma, tCrA, tCrB, make_tensor<float>(Shape<_1, _8, _8>{}));    // size-mismatch
        ",
    );
}
