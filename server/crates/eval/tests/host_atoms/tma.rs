//! TMA: tensors of coordinates and partitions.

use crate::fixture::check;

#[test]
fn the_contiguous_mode_is_the_first_coordinate() {
    check(
        "
        auto smem = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
        Tensor mA = make_tensor(a, make_shape(M, K), make_stride(_1{}, ld));
        Copy_Atom tma = make_tma_atom(SM90_TMA_LOAD{}, mA, smem(_, _, 0), make_shape(_128{}, _64{}));
        Tensor coordinates = tma.get_tma_tensor(make_shape(M, K));
        Tensor gA = local_tile(coordinates, make_shape(_128{}, _64{}), make_coord(0, _));
        Tensor sA = make_tensor(make_smem_ptr(a), smem);
        auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0,2>(sA), group_modes<0,2>(gA));
        ",
        "
        coordinates = (M,K):(1@0,1@1)
        tAgA = (((64,8),(2,8)),ceil_div(K,64)):(((1@0,1@1),(64@0,8@1)),64@1)
        tAsA = ((512,16),(1,3)):((1,512),(0,8192))
        ",
    );
}

#[test]
fn thread_blocks_of_a_multicast_have_their_slice() {
    check(
        "
        auto smem = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
        Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K, 4), make_stride(ld, _1{}, K));
        auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, smem(_, _, _0{}), make_shape(_128{}, _64{}), _2{});
        Tensor gA = local_tile(tma.get_tma_tensor(shape(mA)), make_shape(_128{}, _64{}), make_coord(_, _, _));
        Tensor sA = make_tensor(make_smem_ptr(a), smem);
        auto block = tma.get_slice(thread);
        Tensor tAgA = block.partition_S(gA);
        Tensor tAsA = block.partition_D(sA);
        ",
        "
        tAgA = (((64,128),1),1,1,ceil_div(M,128),ceil_div(K,64),4):(((1@0,1@1),0),0,0,128@1,64@0,1@2)
        tAsA = (((64,128),1),1,1,(1,3)):(((1,64),0),0,0,(0,8192))
        ",
    );
}

#[test]
fn a_copy_of_several_blocks_follows_the_mma() {
    check(
        "
        auto mma = make_tiled_mma(
            SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 256, UMMA::Major::K, UMMA::Major::K>{});
        auto tiler = make_shape(_256{}, _256{}, _64{});
        auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                            partition_shape_A(mma, make_shape(_256{}, _64{})));
        auto cluster = tiled_divide(make_layout(make_shape(_4{}, _4{}, _1{})),
                                    make_tile(typename decltype(mma)::AtomThrID{}));
        Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K), make_stride(K, _1{}));
        Copy_Atom tma = make_tma_atom_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, smem, tiler, mma, cluster);
        Tensor coordinates = tma.get_tma_tensor(shape(mA));
        Tensor gA = local_tile(coordinates, tiler, make_coord(0, 0, _), Step<_1, X, _1>{});
        Tensor tCgA = mma.get_slice(thread).partition_A(gA);
        Tensor tCsA = make_tensor(make_smem_ptr(a), smem);
        auto [tAgA, tAsA] = tma_partition(tma, thread, make_layout(size<2>(cluster)),
                                          group_modes<0,3>(tCsA), group_modes<0,3>(tCgA));
        ",
        "
        cluster = ((2),2,4,1):((1),2,4,0)
        tCgA = ((128,16),1,4,ceil_div(K,64)):((1@1,1@0),0,16@0,64@0)
        tAgA = (((64,128),1),ceil_div(K,64)):(((1@0,1@1),0),64@0)
        tAsA = ((8192,1)):((1,0))
        ",
    );
}

#[test]
fn thread_blocks_of_an_mma_share_an_operand() {
    check(
        "
        auto mma = make_tiled_mma(
            SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 128, UMMA::Major::K, UMMA::Major::K>{},
            Layout<Shape<_2,_2,_1>>{});
        auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                            partition_shape_A(mma, make_shape(_512{}, _64{})));
        Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K), make_stride(K, _1{}));
        auto tma = make_tma_copy_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, smem, make_shape(_512{}, _256{}, _64{}), mma);
        using Layout_TV = typename decltype(tma)::TiledLayout_TV;
        auto layout_tv = Layout_TV{};
        ",
        "layout_tv = ((4,2),(((64,128),1))):((0,64),(((128,1),0)))",
    );
}
