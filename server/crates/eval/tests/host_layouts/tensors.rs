//! Tensors: made, sliced, tiled, cast.

use crate::fixture::check;

#[test]
fn a_tensor_has_the_layout_it_is_made_with() {
    check(
        "
        auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));  // (_128,_8):(_1,_128)
        make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));          // (256,192):(_1,256)
        make_tensor(make_gmem_ptr(A), make_shape(M, N));                                // (256,192):(_1,256)
        make_tensor(make_gmem_ptr(A), make_shape(M, N), LayoutRight{});                 // (256,192):(192,_1)
        make_tensor(make_gmem_ptr(A), make_layout(make_shape(_8{}, _4{})));             // (_8,_4):(_1,_8)
        make_tensor<float>(make_shape(_8{}, _4{}));                                     // (_8,_4):(_1,_8)
        make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});                    // (_8,_4):(_4,_1)
        make_tensor<float>(Shape<_8, _4>{}, LayoutRight{});                             // (_8,_4):(_4,_1)
        make_tensor(make_gmem_ptr(A), make_shape(make_shape(M, _2{}), N), make_stride(make_stride(_1{}, M), 512));  // ((256,_2),192):((_1,256),512)
        make_tensor(make_rmem_ptr(A), Layout<Shape<_2, _2>>{});                         // (_2,_2):(_1,_2)
        make_tensor<half_t>(Shape<_2, Shape<_2, _4>>{});                                // (_2,(_2,_4)):(_1,(_2,_4))
        make_tensor(make_gmem_ptr(A), shape(sA), stride(sA));                           // (_128,_8):(_1,_128)
        ",
    );
}

#[test]
fn registers_have_the_shape_of_a_tensor() {
    check(
        "
        auto tile = make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});        // (_8,_4):(_4,_1)
        auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});  // Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
        auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));       // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);                      // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        auto stage = sw_tensor(_, _, 0);                                                // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
        make_fragment_like(tile);                                                       // (_8,(_4)):(_1,(_8))
        make_tensor_like(tile);                                                         // (_8,_4):(_4,_1)
        make_tensor_like<double>(tile);                                                 // (_8,_4):(_4,_1)
        make_fragment_like(stage);                                                      // ((_8,_16),((_32,_1))):((_1,_8),((_128,_0)))
        ",
    );
}

#[test]
fn identity_tensors_have_coordinates() {
    check(
        "
        auto tile = make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});        // (_8,_4):(_4,_1)
        auto tile_coordinates = make_identity_tensor(shape(tile));                      // (_8,_4):(_1@0,_1@1)
        auto coordinates = make_identity_tensor(make_shape(M, N));                      // (256,192):(_1@0,_1@1)
        auto block_coordinates = local_tile(coordinates, make_shape(_128{}, _64{}), make_coord(bx, by));  // (_128,_64):(_1@0,_1@1)
        auto tA = make_layout(make_shape(_32{}, _8{}));                                 // (_32,_8):(_1,_32)
        tile_coordinates(1, 2);                                                         // (1,2)
        make_coord_tensor(make_identity_layout(make_shape(_4{}, _6{})));                // (_4,_6):(_1@0,_1@1)
        make_tensor(counting_iterator<int>{0}, make_shape(_4{}, _5{}));                 // (_4,_5):(_1,_4)
        local_partition(block_coordinates, tA, tid);                                    // (_4,_8):(_32@0,_8@1)
        ",
    );
}

#[test]
fn local_tile_cuts_out_the_tile_of_a_block() {
    check(
        "
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, by));                // (_128,_64):(_1,256)
        local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, _));                 // (_128,_64,3):(_1,256,16384)
        local_tile(gmem, make_shape(_128{}, _64{}), make_coord(_, _));                  // (_128,_64,2,3):(_1,256,_128,16384)
        local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});  // (_128,_64,3):(_1,256,16384)
        local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<X, _1, _1>{});  // (_128,_64,3):(_1,256,16384)
        local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, _1, X>{});  // (_128,_128):(_1,256)
        local_tile(gmem, make_tile(_128{}, _64{}), make_coord(bx, by));                 // (_128,_64):(_1,256)
        local_tile(gmem, Shape<_128, _64>{}, make_coord(_, by));                        // (_128,_64,2):(_1,256,_128)
        inner_partition(gmem, Shape<_128, _64>{}, make_coord(bx, by));                  // (_128,_64):(_1,256)
        local_tile(make_tensor(make_gmem_ptr(S), make_shape(M, N)), make_shape(_8{}, _2{}), make_coord(0));  // (_8,_2,96):(_1,256,512)
        ",
    );
}

#[test]
fn local_partition_gives_a_thread_its_elements() {
    check(
        "
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        auto block = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, by));   // (_128,_64):(_1,256)
        auto tA = make_layout(make_shape(_32{}, _8{}));                                 // (_32,_8):(_1,_32)
        auto blocks = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, _));   // (_128,_64,3):(_1,256,16384)
        auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));  // (_128,_8):(_1,_128)
        auto tC = make_layout(make_shape(_16{}, _16{}));                                // (_16,_16):(_1,_16)
        local_partition(block, tA, tid);                                                // (_4,_8):(_32,2048)
        local_partition(blocks, tA, tid);                                               // (_4,_8,3):(_32,2048,16384)
        local_partition(sA, tC, tid, Step<_1, X>{});                                    // (_8,_8):(_16,_128)
        local_partition(sA, tC, tid, Step<X, _1>{});                                    // (_8,_8):(_16,_128)
        local_partition(block, tC, tid, Step<_1, _1>{});                                // (_8,_4):(_16,4096)
        outer_partition(gmem, Shape<_32, _8>{}, make_coord(3, 4));                      // (8,24):(_32,2048)
        ",
    );
}

#[test]
fn a_slice_leaves_modes_out() {
    check(
        "
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        auto tiles = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});  // (_128,_64,3):(_1,256,16384)
        auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));  // (_128,_8):(_1,_128)
        auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));                   // ((_128,_64),2,3):((_1,256),_128,16384)
        tiles(_, _, 0);                                                                 // (_128,_64):(_1,256)
        tiles(_, 3, _);                                                                 // (_128,3):(_1,16384)
        sA(_, 3);                                                                       // (_128):(_1)
        sA(make_coord(_, 3));                                                           // (_128):(_1)
        divided(make_coord(_, _), bx, by);                                              // (_128,_64):(_1,256)
        tiles(_, _, _0{}).layout();                                                     // (_128,_64):(_1,256)
        ",
    );
}

#[test]
fn modes_of_a_tensor_are_grouped_and_divided() {
    check(
        "
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        auto tiles = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});  // (_128,_64,3):(_1,256,16384)
        auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));                   // ((_128,_64),2,3):((_1,256),_128,16384)
        auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));  // (_128,_8):(_1,_128)
        group_modes<0, 2>(tiles);                                                       // ((_128,_64),3):((_1,256),16384)
        group_modes<0, rank(tiles)>(tiles);                                             // ((_128,_64,3)):((_1,256,16384))
        zipped_divide(gmem, make_shape(_128{}, _64{}));                                 // ((_128,_64),(2,3)):((_1,256),(_128,16384))
        flat_divide(gmem, make_shape(_128{}, _64{}));                                   // (_128,_64,2,3):(_1,256,_128,16384)
        flatten(divided);                                                               // (_128,_64,2,3):(_1,256,_128,16384)
        coalesce(sA);                                                                   // _1024:_1
        logical_divide(gmem, make_tile(_128{}, _));                                     // ((_128,2),192):((_1,_128),256)
        take<0, 2>(tiles);                                                              // (_128,_64):(_1,256)
        tensor<0>(tiles);                                                               // _128:_1
        ",
    );
}

#[test]
fn a_tensor_is_asked_like_its_layout() {
    check(
        "
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));                   // ((_128,_64),2,3):((_1,256),_128,16384)
        auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});  // Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
        auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));       // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);                      // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        auto tiles = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});  // (_128,_64,3):(_1,256,16384)
        divided.layout();                                                               // ((_128,_64),2,3):((_1,256),_128,16384)
        divided.shape();                                                                // ((_128,_64),2,3)
        size<0>(divided);                                                               // _8192
        size(gmem);                                                                     // 49152
        size<2>(sw_tensor);                                                             // _3
        cosize(gmem.layout());                                                          // 49152
        shape<2>(tiles);                                                                // 3
        size<2>(tiles);                                                                 // 3
        select<0, 1>(tiles.layout());                                                   // (_128,_64):(_1,256)
        ",
    );
}

#[test]
fn the_same_memory_is_seen_otherwise() {
    check(
        "
        auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));  // (_128,_8):(_1,_128)
        auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));  // (256,192):(_1,256)
        recast<double>(sA);                                                             // (_64,_8):(_1,_64)
        recast<half_t>(sA);                                                             // (_256,_8):(_1,_256)
        composition(sA, make_tile(_64{}, _4{}));                                        // (_64,_4):(_1,_128)
        sA.compose(make_layout(_64{}));                                                 // _64:_1
        domain_offset(make_coord(1, 2), gmem);                                          // (256,192):(_1,256)
        make_tensor(sA.data(), Layout<Shape<_64, _16>>{});                              // (_64,_16):(_1,_64)
        make_tensor(sA.data() + 3, sA.layout());                                        // (_128,_8):(_1,_128)
        filter_zeros(sA);                                                               // (_128,_8):(_1,_128)
        max_common_vector(sA, sA);                                                      // _1024
        max_common_layout(sA, sA);                                                      // _1024:_1
        ",
    );
}

#[test]
fn a_swizzled_tensor_keeps_its_swizzle() {
    check(
        "
        auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});  // Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
        auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));       // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);                      // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        sw_tensor(_, _, 0);                                                             // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
        sw_tensor(_, _, _1{});                                                          // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
        as_position_independent_swizzle_tensor(sw_tensor);                              // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        local_tile(sw_tensor, make_shape(_64{}, _32{}), make_coord(_, _));              // Sw<3,2,3> o _0 o (_64,_32,_2,_1,(_1,_3)):(_32,_1,_2048,_0,(_0,_4096))
        sw_tensor(_, 3, 1);                                                             // (((_2,_2,_2),_16)):(((36,72,144),_256))
        recast<double>(sw_tensor);                                                      // Sw<3,1,3> o _0 o ((_8,_16),(_16,_1),(_1,_3)):((_16,_128),(_1,_0),(_0,_2048))
        group_modes<0, 2>(sw_tensor);                                                   // Sw<3,2,3> o _0 o (((_8,_16),(_32,_1)),(_1,_3)):(((_32,_256),(_1,_0)),(_0,_4096))
        sw_tensor.layout();                                                             // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
        zipped_divide(sw_tensor, make_tile(_64{}, _16{}));                              // Sw<3,2,3> o _0 o ((_64,_16),(_2,_2,(_1,_3))):((_32,_1),(_2048,_16,(_0,_4096)))
        ",
    );
}

#[test]
fn a_run_time_part_of_a_swizzled_tensor_has_run_time_strides() {
    check(
        "
        auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});  // Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
        auto sA = make_tensor(make_smem_ptr(S), tile_to_shape(sw_atom, Shape<_128, _32>{}));  // Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
        local_partition(sA, make_layout(make_shape(_32{}, _8{})), tid);    // (_4,(_2,_2)):(_1024,(8,-16))
        local_partition(sA, make_layout(make_shape(_32{}, _8{})), _5{});   // (_4,(_2,_2)):(_1024,(_8,_-16))
        local_partition(sA, make_layout(make_shape(_8{}, _32{})), tid);    // (_16,_1):(_256,_0)
        local_tile(sA, make_shape(_64{}, _32{}), make_coord(bx, 0));       // Sw<3,2,3> o _0 o (_64,_32):(_32,_1)
        local_tile(sA, make_shape(_4{}, _4{}), make_coord(bx, bx));        // ((_2,_2),_4):((28,72),_1)
        inner_partition(sA, Shape<_4, _4>{}, bx);                          // ((_2,_2),_4):((36,72),_1)
        ",
    );
}
