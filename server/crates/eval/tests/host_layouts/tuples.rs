//! Tuples: shapes, coordinates, tiles.

use crate::fixture::check;

#[test]
fn shapes_hold_integers_of_both_kinds() {
    check(
        "
        make_shape(m, _8{}, make_shape(_4{}, n));       // (40,_8,(_4,24))
        Shape<_8, _4>{};                                // (_8,_4)
        Shape<int, _4>{m, _4{}};                        // (40,_4)
        Stride<_1, int>{_1{}, 5};                       // (_1,5)
        make_coord(_, 1, _0{});                         // (_,1,_0)
        make_tile(_8{}, Layout<_4, _2>{});              // (_8,_4:_2)
        get<1>(make_tuple(_4{}, make_tuple(_8{}, 1)));  // (_8,1)
        ",
    );
}

#[test]
fn elements_are_taken_out() {
    check(
        "
        auto shape = make_shape(m, _8{}, make_shape(_4{}, n));  // (40,_8,(_4,24))
        auto pair = Shape<_8, _4>{};                            // (_8,_4)
        get<2, 1>(shape);                                       // 24
        select<0, 1>(shape);                                    // (40,_8)
        take<0, 2>(shape);                                      // (40,_8)
        depth(shape);                                           // _2
        rank(shape);                                            // _3
        size(shape);                                            // 30720
        size<2>(shape);                                         // 96
        back(shape);                                            // 24
        front(shape);                                           // 40
        take<1, -1>(make_shape(m, n, _8{}));                    // (24,_8)
        cute::get<0>(pair) * cute::get<1>(pair);                // _32
        get<0>(make_shape(_8{}));                               // _8
        take<1, 1>(make_shape(m, n));                           // ()
        ",
    );
}

#[test]
fn tuples_grow_and_shrink() {
    check(
        "
        append<4>(make_shape(_4{}, _8{}), _1{});           // (_4,_8,_1,_1)
        append(make_shape(_4{}, _8{}), n);                 // (_4,_8,24)
        prepend<3>(make_shape(_4{}, _8{}), _1{});          // (_1,_4,_8)
        replace<0>(make_shape(_4{}, _8{}), n);             // (24,_8)
        insert<1>(make_shape(_4{}, _8{}), n);              // (_4,24,_8)
        remove<0>(make_shape(_4{}, _8{}));                 // (_8)
        cute::reverse(make_shape(_4{}, _8{}));             // (_8,_4)
        tuple_cat(make_shape(_4{}), make_shape(_8{}, n));  // (_4,_8,24)
        group<0, 2>(make_shape(_4{}, _8{}, n));            // ((_4,_8),24)
        unwrap(make_shape(make_shape(_8{})));              // _8
        wrap(_8{});                                        // (_8)
        repeat<1>(_8{});                                   // _8
        repeat<3>(_8{});                                   // (_8,_8,_8)
        ",
    );
}

#[test]
fn leaves_are_multiplied_and_flattened() {
    check(
        "
        auto shape = make_shape(m, _8{}, make_shape(_4{}, n));  // (40,_8,(_4,24))
        flatten(shape);                                         // (40,_8,_4,24)
        product(shape);                                         // 30720
        product_each(shape);                                    // (40,_8,96)
        max(make_shape(_4{}, _8{}));                            // _8
        flatten(_8{});                                          // _8
        depth(_8{});                                            // _0
        rank(_8{});                                             // _1
        size(m);                                                // 40
        ",
    );
}

#[test]
fn indices_and_coordinates_are_converted() {
    check(
        "
        idx2crd(9, make_shape(_4{}, _8{}));                                          // (1,2)
        crd2idx(make_coord(1, 2), make_shape(_4{}, _8{}));                           // 9
        crd2idx(make_coord(1, 2), make_shape(_4{}, _8{}), make_stride(_8{}, _1{}));  // 10
        elem_less(make_coord(1, 2), make_coord(3, 4));                               // true
        idx2crd(99, make_shape(_4{}, _8{}));                                         // (3,24)
        ",
    );
}

#[test]
fn profiles_are_compared() {
    check(
        "
        auto pair = Shape<_8, _4>{};                                                   // (_8,_4)
        congruent(pair, make_shape(m, n));                                             // true
        evenly_divides(make_shape(_4{}, _8{}), make_shape(_2{}, _4{}));                // true
        compatible(make_shape(_4{}, _8{}), make_shape(_4{}, make_shape(_2{}, _4{})));  // true
        ",
    );
}

#[test]
fn bases_are_strides() {
    check(
        "
        E<0>{} * Int<4>{};                                                 // _4@0
        make_layout(make_shape(_4{}, _8{}), make_stride(E<0>{}, E<1>{}));  // (_4,_8):(_1@0,_1@1)
        make_layout(make_shape(m, _8{}), make_stride(E<1>{}, E<0>{}));     // (40,_8):(_1@1,_1@0)
        ",
    );
}

#[test]
fn a_projection_picks_elements() {
    check(
        "
        dice(make_step(_1{}, X{}, _1{}), make_shape(_4{}, _8{}, _16{}));  // (_4,_16)
        ",
    );
}

#[test]
fn a_function_of_the_program_is_applied_to_each_element() {
    check(
        "
        transform(make_shape(_4{}, _8{}), [](auto x) { return x * Int<2>{}; });  // (_8,_16)
        transform(make_shape(_4{}, 6), make_shape(_2{}, _3{}), [](auto a, auto b) { return a / b; });  // (_2,2)
        transform_leaf(make_shape(_4{}, make_shape(_6{}, 8)), [](auto a) { return a + _1{}; });  // (_5,(_7,9))
        ",
    );
}

#[test]
fn a_condition_of_compile_time_chooses() {
    check(
        "
        conditional_return<true>(_4{}, _8{});          // _4
        conditional_return(false_type{}, _4{}, _8{});  // _8
        repeat_like(make_shape(_4{}, make_shape(_2{}, 3)), _1{});  // (_1,(_1,_1))
        ",
    );
}
