//! Layouts: made, asked, taken apart, put together.

use crate::fixture::check;

#[test]
fn make_layout_takes_shapes_strides_majors_and_layouts() {
    check(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));  // (40,_8):(_8,_1)
        make_layout(make_shape(_8{}, 4));                                               // (_8,4):(_1,_8)
        make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});           // (_8,(_2,_4)):(_8,(_4,_1))
        make_layout(make_shape(m, n), LayoutRight{});                                   // (40,24):(24,_1)
        make_layout(make_shape(m, n), GenColMajor{});                                   // (40,24):(_1,40)
        make_layout(a, rows);                                                           // ((_8,_4),(40,_8)):((_1,_8),(_8,_1))
        make_layout(_8{});                                                              // _8:_1
        make_layout(8);                                                                 // 8:_1
        make_layout(m);                                                                 // 40:_1
        make_layout(make_layout(_4{}, _2{}), make_layout(_8{}, _1{}));                  // (_4,_8):(_2,_1)
        make_layout(Int<6>{}, m);                                                       // _6:40
        ",
    );
}

#[test]
fn strides_follow_an_order_or_another_layout() {
    check(
        "
        auto right = Layout<Shape<_8, _4>, Stride<_4, _1>>{};                           // (_8,_4):(_4,_1)
        make_ordered_layout(make_shape(_8{}, _4{}, _2{}), make_step(_2{}, _0{}, _1{}));  // (_8,_4,_2):(_8,_1,_4)
        make_ordered_layout(make_shape(_8{}, n, _2{}), Step<_2, _0, _1>{});             // (_8,24,_2):(48,_1,24)
        make_identity_layout(make_shape(m, _8{}));                                      // (40,_8):(_1@0,_1@1)
        make_layout_like(make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{})));  // (_4,_8):(_8,_1)
        make_fragment_like(right);                                                      // (_8,(_4)):(_1,(_8))
        make_layout(Shape<_1, _8>{}, Stride<_7, _1>{});                                 // (_1,_8):(_7,_1)
        ",
    );
}

#[test]
fn types_of_layouts_make_layouts() {
    check(
        "
        Layout<Shape<_8, _4>, Stride<_4, _1>>{};                                        // (_8,_4):(_4,_1)
        Layout<Shape<_8, _4>>{};                                                        // (_8,_4):(_1,_8)
        Layout<_128>{};                                                                 // _128:_1
        Layout<Shape<int, _4>, Stride<_1, int>>{make_shape(m, _4{}), make_stride(_1{}, n)};  // (40,_4):(_1,24)
        Layout<Shape<_4, Shape<_2, _4>>, Stride<_8, Stride<_1, _2>>>{};                 // (_4,(_2,_4)):(_8,(_1,_2))
        ",
    );
}

#[test]
fn a_layout_is_asked_for_the_sizes_of_its_modes() {
    check(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));  // (40,_8):(_8,_1)
        auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});  // (_8,(_2,_4)):(_8,(_4,_1))
        size(a);                                                                        // _32
        size(rows);                                                                     // 320
        size<0>(rows);                                                                  // 40
        size<1>(nested);                                                                // _8
        shape<1>(nested);                                                               // (_2,_4)
        stride<0>(rows);                                                                // _8
        rank(nested);                                                                   // _2
        depth(nested);                                                                  // _2
        cosize(nested);                                                                 // _64
        cosize(rows);                                                                   // 320
        rank<1>(nested);                                                                // _2
        shape<1, 0>(nested);                                                            // _2
        size<1, 1>(nested);                                                             // _4
        layout<1>(nested);                                                              // (_2,_4):(_4,_1)
        layout<1, 0>(nested);                                                           // _2:_4
        get<0>(nested.shape());                                                         // _8
        get<1, 0>(shape(nested));                                                       // _2
        nested.stride();                                                                // (_8,(_4,_1))
        ",
    );
}

#[test]
fn types_of_layouts_have_constants() {
    check(
        "
        auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});  // (_8,(_2,_4)):(_8,(_4,_1))
        auto swizzled = ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_8, _32>, Stride<_32, _1>>>{};  // Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
        size_v<decltype(nested)>;                                                       // 64
        cosize_v<decltype(nested)>;                                                     // 64
        decltype(rank(nested))::value;                                                  // 2
        decltype(size(nested))::value;                                                  // 64
        decltype(nested)::rank;                                                         // 2
        cosize_v<decltype(swizzled)>;                                                   // 256
        ",
    );
}

#[test]
fn a_layout_is_evaluated_and_sliced() {
    check(
        "
        auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});  // (_8,(_2,_4)):(_8,(_4,_1))
        auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));  // (40,_8):(_8,_1)
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        nested(3);                                                                      // 24
        nested(1, 2);                                                                   // 9
        nested(_, 2);                                                                   // (_8):(_8)
        nested(1, make_coord(_, 2));                                                    // (_2):(_4)
        rows(_, 2);                                                                     // (40):(_8)
        rows(3, _);                                                                     // (_8):(_1)
        nested(_1{}, _2{});                                                             // _9
        rows(_1{}, _2{});                                                               // _10
        slice(make_coord(_, _2{}), a);                                                  // (_8):(_1)
        a(make_coord(_, 2));                                                            // (_8):(_1)
        ",
    );
}

#[test]
fn modes_are_picked_grouped_and_replaced() {
    check(
        "
        auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));  // (40,_8):(_8,_1)
        auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});  // (_8,(_2,_4)):(_8,(_4,_1))
        auto ordered = make_ordered_layout(make_shape(_8{}, n, _2{}), Step<_2, _0, _1>{});  // (_8,24,_2):(48,_1,24)
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        select<1, 0>(rows);                                                             // (_8,40):(_1,_8)
        select<0>(rows);                                                                // (40):(_8)
        take<0, 1>(nested);                                                             // (_8):(_8)
        group<0, 2>(ordered);                                                           // ((_8,24),_2):((48,_1),24)
        append<3>(a);                                                                   // (_8,_4,_1):(_1,_8,_0)
        append(a, Layout<_2, _32>{});                                                   // (_8,_4,_2):(_1,_8,_32)
        prepend(a, Layout<_2, _32>{});                                                  // (_2,_8,_4):(_32,_1,_8)
        replace<1>(a, Layout<_2, _32>{});                                               // (_8,_2):(_1,_32)
        dice(make_step(_1{}, X{}), a);                                                  // (_8):(_1)
        ",
    );
}

#[test]
fn only_static_integers_are_simplified() {
    check(
        "
        auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});  // (_8,(_2,_4)):(_8,(_4,_1))
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        flatten(nested);                                                                // (_8,_2,_4):(_8,_4,_1)
        coalesce(nested);                                                               // (_8,_2,_4):(_8,_4,_1)
        coalesce(make_layout(make_shape(_2{}, _4{}, n), make_stride(_1{}, _2{}, _8{})));  // (_8,24):(_1,_8)
        coalesce(a, Step<_1, _1>{});                                                    // (_8,_4):(_1,_8)
        filter(Layout<Shape<_4, _8, _1>, Stride<_0, _1, _3>>{});                        // _8:_1
        filter_zeros(Layout<Shape<_4, _8>, Stride<_0, _1>>{});                          // (_1,_8):(_0,_1)
        coalesce(make_layout(make_shape(_4{}, 1), make_stride(_1{}, _4{})));            // (_4,1):(_1,_4)
        coalesce(Layout<_1, _5>{});                                                     // _1:_0
        ",
    );
}

#[test]
fn composition_takes_layouts_and_tiles() {
    check(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                   // (_8,_4):(_1,_8)
        auto row_major = make_layout(make_shape(m, n), LayoutRight{});  // (40,24):(24,_1)
        composition(a, Layout<_8, _2>{});                               // _8:_2
        composition(a, make_tile(_4{}, _2{}));                          // (_4,_2):(_1,_8)
        composition(a, make_tile(Layout<_4, _2>{}, Layout<_2, _1>{}));  // (_4,_2):(_2,_8)
        composition(row_major, make_tile(Layout<_4, _2>{}, _));         // (_4,24):(48,_1)
        a.compose(Layout<_4, _2>{}, _);                                 // (_4,_4):(_2,_8)
        a.compose(Layout<_8, _2>{});                                    // _8:_2
        a.with_shape(_4{}, _8{});                                       // (_4,_8):(_1,_4)
        a.with_shape(make_shape(_16{}, _2{}));                          // (_16,_2):(_1,_16)
        a.with_shape(_64{});                                            // _64:_1
        a.with_shape(_24{}, _2{});                                      // (_24,_2):(_1,_24)
        ",
    );
}

#[test]
fn complements_and_inverses() {
    check(
        "
        auto right = Layout<Shape<_8, _4>, Stride<_4, _1>>{};  // (_8,_4):(_4,_1)
        complement(Layout<_4, _2>{}, _24{});                   // (_2,_3):(_1,_8)
        complement(Layout<_4, _2>{}, Layout<_24>{});           // (_2,_3):(_1,_8)
        right_inverse(right);                                  // (_4,_8):(_8,_1)
        left_inverse(right);                                   // (_4,_8):(_8,_1)
        nullspace(Layout<Shape<_4, _8>, Stride<_0, _1>>{});    // _4:_1
        right_inverse(make_layout(make_shape(m, n)));          // 40:_1
        ",
    );
}

#[test]
fn divides_take_tiles_by_mode_or_a_layout() {
    check(
        "
        auto a = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));  // (40,_8):(_8,_1)
        logical_divide(a, Layout<_4>{});                                                // (_4,_8):(_1,_4)
        logical_divide(a, make_tile(_4{}, _2{}));                                       // ((_4,_2),(_2,_2)):((_1,_4),(_8,_16))
        zipped_divide(a, make_tile(_4{}, _2{}));                                        // ((_4,_2),(_2,_2)):((_1,_8),(_4,_16))
        tiled_divide(rows, make_tile(_4{}, _2{}));                                      // ((_4,_2),10,_4):((_8,_1),_32,_2)
        flat_divide(rows, Shape<_4, _2>{});                                             // (_4,_2,10,_4):(_8,_1,_32,_2)
        zipped_divide(a, Shape<_4, _2>{});                                              // ((_4,_2),(_2,_2)):((_1,_8),(_4,_16))
        zipped_divide(a, make_tile(_3{}, _2{}));                                        // ((_3,_2),(_3,_2)):((_1,_8),(_3,_16))
        logical_divide(a, Layout<_3>{});                                                // (_3,_11):(_1,_3)
        flat_divide(a, make_tile(_4{}, _8{}));                                          // (_4,_8,_2,_1):(_1,_8,_4,_0)
        zipped_divide(make_layout(make_shape(m, n)), make_tile(_7{}, _5{}));            // ((_7,_5),(6,5)):((_1,40),(_7,200))
        tiled_divide(a, _3{});                                                          // (_3,_11):(_1,_3)
        tiled_divide(a, Shape<_4>{});                                                   // ((_4),_2,_4):((_1),_4,_8)
        ",
    );
}

#[test]
fn products_repeat_a_layout() {
    check(
        "
        logical_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});                         // ((_2,_2),_4):((_1,_2),_4)
        blocked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3>>{});              // ((_2,_4),(_2,_3)):((_1,_4),(_2,_16))
        raked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3>, Stride<_3, _1>>{});  // ((_4,_2),(_3,_2)):((_12,_1),(_4,_2))
        zipped_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});                          // ((_2,_2),_4):((_1,_2),_4)
        blocked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3, _2>>{});          // ((_2,_4),(_2,_3),(_1,_2)):((_1,_4),(_2,_16),(_0,_48))
        logical_product(Layout<Shape<_2, _2>>{}, make_tile(_4{}, _2{}));                // ((_2,_4),(_2,_2)):((_1,_2),(_2,_1))
        raked_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});                           // ((_4,_2),(_1,_2)):((_4,_1),(_0,_2))
        ",
    );
}

#[test]
fn tile_to_shape_repeats_an_atom_in_an_order() {
    check(
        "
        tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{});      // ((_8,_2),(_8,_4)):((_8,_64),(_1,_128))
        tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}, Step<_2, _1>{});  // ((_8,_2),(_8,_4)):((_8,_256),(_1,_64))
        tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, make_shape(_16{}, _32{}, _3{}));  // ((_8,_2),(_8,_4),(_1,_3)):((_8,_64),(_1,_128),(_0,_512))
        tile_to_shape(Layout<_8>{}, Shape<_16, _32>{});                                 // ((_8,_2),(_1,_32)):((_1,_8),(_0,_16))
        ",
    );
}

#[test]
fn casts_change_the_width_of_an_element() {
    check(
        "
        upcast<4>(Layout<Shape<_8, _8>>{});                          // (_2,_8):(_1,_2)
        downcast<4>(Layout<Shape<_8, _8>>{});                        // (_32,_8):(_1,_32)
        recast_layout<float, double>(Layout<Shape<_8, _8>>{});       // (_4,_8):(_1,_4)
        recast_layout<half_t, uint128_t>(Layout<Shape<_16, _8>>{});  // (_2,_8):(_1,_2)
        upcast<3>(Layout<_8>{});                                     // _3:_1
        upcast<4>(Layout<Shape<_8, _8>, Stride<_8, _1>>{});          // (_8,_2):(_2,_1)
        ",
    );
}

#[test]
fn swizzled_layouts_keep_their_swizzle() {
    check(
        "
        auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});  // Sw<3,3,3> o _0 o (_8,_64):(_64,_1)
        auto staged = tile_to_shape(atom, make_shape(_64{}, _64{}, _3{}));              // Sw<3,3,3> o _0 o ((_8,_8),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_4096))
        auto swizzled = ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_8, _32>, Stride<_32, _1>>>{};  // Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
        cosize(staged);                                                                 // _12288
        size(staged);                                                                   // _12288
        size<0>(staged);                                                                // _64
        staged(_, _, _1{});                                                             // Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
        get_swizzle_portion(staged);                                                    // Sw<3,3,3>
        get_nonswizzle_portion(staged);                                                 // ((_8,_8),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_4096))
        make_composed_layout(Swizzle<2, 3, 3>{}, _0{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});  // Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
        Swizzle<3, 3, 3>{}(72);                                                         // 64
        swizzled.layout_b();                                                            // (_8,_32):(_32,_1)
        swizzled.layout_a();                                                            // Sw<2,3,3>
        ",
    );
}

#[test]
fn an_index_has_a_coordinate() {
    check(
        "
        auto vmnk = make_layout(make_shape(Shape<_2, _1>{}, _4{}, 3), make_stride(Stride<_1, _0>{}, _2{}, 8));  // ((_2,_1),_4,3):((_1,_0),_2,8)
        vmnk.get_flat_coord(5);        // (1,2,0)
        vmnk.get_hier_coord(5);        // ((1,_0),2,0)
        vmnk.get_hier_coord(_5{});     // ((_1,_0),_2,0)
        vmnk.get_1d_coord(5);          // 5
        make_layout(_8{}, _2{}).get_flat_coord(6);  // 3
        ",
    );
}
