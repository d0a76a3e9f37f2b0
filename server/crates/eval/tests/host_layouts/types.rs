//! Types: their members, what they are asked, what they make.

use crate::fixture::check;

#[test]
fn types_have_members() {
    check(
        "
        auto L = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        Layout<Shape<_8, _4>>::rank;                                                    // 2
        rank_v<Shape<_8, _4>>;                                                          // 2
        depth(Shape<_8, Shape<_4, _2>>{});                                              // _2
        tuple_size<decltype(shape(L))>::value;                                          // 2
        Layout<Shape<_2, Shape<_2, _2>>, Stride<_4, Stride<_2, _1>>>{}(1, make_coord(0, 1));  // 5
        ",
    );
}

#[test]
fn types_are_asked() {
    check(
        "
        auto L = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        is_layout<decltype(L)>::value;                                                  // true
        is_tuple<Shape<_8, _4>>::value;                                                 // true
        is_integral<_8>::value;                                                         // true
        is_static<decltype(L)>::value;                                                  // true
        is_static_v<decltype(make_layout(make_shape(m, _8{})))>;                        // false
        is_same_v<decltype(L), Layout<Shape<_8, _4>, Stride<_1, _8>>>;                  // true
        is_same_v<typename decltype(make_tensor(make_gmem_ptr(A), L))::value_type, float>;  // true
        Shape<_1, _2>{} == make_shape(1, 2);                                            // true
        L == make_layout(make_shape(_8{}, _4{}), make_stride(_1{}, _8{}));              // true
        !is_same_v<float, float>;                                                       // false
        ",
    );
}

#[test]
fn numbers_of_types_are_template_arguments() {
    check(
        "
        auto L = make_layout(make_shape(_8{}, _4{}));               // (_8,_4):(_1,_8)
        sizeof_bits_v<float> / 8;                                   // 4
        Int<sizeof_bits_v<half_t>>{};                               // _16
        conditional_t<is_same_v<float, half_t>, Int<8>, Int<4>>{};  // _4
        Int<cosize_v<Layout<Shape<_8, _4>>>>{};                     // _32
        128 / sizeof_bits_v<half_t>;                                // 8
        Int<16 / sizeof(float)>{};                                  // _4
        make_shape(_4{}, Int<m>{}, size(L));                        // (_4,_40,_32)
        take<0, rank_v<decltype(L)>>(L);                            // (_8,_4):(_1,_8)
        ",
    );
}

#[test]
fn the_type_of_an_expression_makes_values() {
    check(
        "
        auto L = make_layout(make_shape(_8{}, _4{}));        // (_8,_4):(_1,_8)
        decltype(size<1>(L)){};                              // _4
        decltype(L){}(3, 2);                                 // 19
        decltype(make_shape(_4{}, m)){make_shape(_4{}, 7)};  // (_4,7)
        ",
    );
}

#[test]
fn expressions_hold_calls_and_operators() {
    check(
        "
        auto L = make_layout(make_shape(_8{}, _4{}));                                   // (_8,_4):(_1,_8)
        size<0>(L.shape()) + _1{};                                                      // _9
        make_shape(Int<2>{} * size<0>(L), _);                                           // (_16,_)
        make_coord(m / 2, _, make_coord(1, _0{}));                                      // (20,_,(1,_0))
        ceil_div(size<0>(L), _3{});                                                     // _3
        get<1>(L.stride());                                                             // _8
        (m + 15) / 16 * 16;                                                             // 48
        make_layout(shape(L), make_stride(_4{}, _1{}));                                 // (_8,_4):(_4,_1)
        static_cast<size_t>(m) * sizeof(float);                                         // 160
        cute::get<0, 1>(make_shape(make_shape(_3{}, _5{}), _7{}));                      // _5
        Int<1>{} == Int<1>{} ? 3 : 4;                                                   // 3
        make_layout(make_shape(_2{}, _3{}), make_layout(make_shape(_2{}, _3{})).stride());  // (_2,_3):(_1,_2)
        ",
    );
}
