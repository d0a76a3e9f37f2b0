//! Integers: what stays static and what is known at run time only.

use crate::fixture::check;

#[test]
fn what_meets_a_run_time_integer_is_one() {
    check(
        "
        Int<2>{} * Int<3>{};     // _6
        2 * Int<3>{};            // 6
        Int<7>{} / _2{};         // _3
        m / 7;                   // 5
        m % _16{};               // 8
        m % _1{};                // _0
        _0{} * m;                // _0
        Int<5>{} - Int<8>{};     // _-3
        -Int<4>{};               // _-4
        Int<(5 > 3) ? 8 : 4>{};  // _8
        Int<m / 2>{};            // _20
        ",
    );
}

#[test]
fn comparisons_of_known_numbers_are_decided() {
    check(
        "
        Int<2>{} < Int<3>{};          // true
        m < 41;                       // true
        Int<2>{} == Int<2>{};         // true
        Int<6>{} && true_type{};      // true
        true_type{} || false_type{};  // true
        ",
    );
}

#[test]
fn bits_of_known_numbers() {
    check(
        "
        Int<6>{} & Int<3>{};   // _2
        Int<1>{} << Int<3>{};  // _8
        1 << 3;                // 8
        ",
    );
}

#[test]
fn functions_of_integers_keep_what_is_static() {
    check(
        "
        ceil_div(m, _16{});                                    // 3
        ceil_div(make_shape(m, n), make_shape(_16{}, _8{}));   // (3,3)
        round_up(m, _16{});                                    // 48
        round_up(_40{}, _16{});                                // _48
        shape_div(_40{}, _8{});                                // _5
        shape_div(make_shape(_4{}, _8{}), _8{});               // (_1,_4)
        cute::min(_8{}, _4{});                                 // _4
        cute::max(_8{}, 4);                                    // 8
        cute::max(m, n);                                       // 40
        safe_div(_8{}, _4{});                                  // _2
        gcd(_12{}, _8{});                                      // _4
        signum(Int<-4>{});                                     // _-1
        abs(Int<-4>{});                                        // _4
        round_up(make_shape(m, n), make_shape(_16{}, _16{}));  // (48,32)
        ",
    );
}

#[test]
fn conversions_give_run_time_integers() {
    check(
        "
        auto three = Int<7>{} / _2{};  // _3
        int(_8{});                     // 8
        size_t(m);                     // 40
        static_cast<int>(_8{});        // 8
        Int<8>::value;                 // 8
        decltype(three)::value;        // 3
        ",
    );
}

#[test]
fn sizes_of_types_are_numbers() {
    check(
        "
        sizeof(float);              // 4
        sizeof_bits_v<half_t>;      // 16
        sizeof_bits<float>::value;  // 32
        sizeof(half_t);             // 2
        ",
    );
}

#[test]
fn questions_about_types_are_answered() {
    check(
        "
        auto run_time_six = 2 * Int<3>{};          // 6
        auto six = Int<2>{} * Int<3>{};            // _6
        is_same_v<float, half_t>;                  // false
        is_same<_4, Int<4>>::value;                // true
        conditional_t<true, _4, _8>{};             // _4
        is_static<decltype(run_time_six)>::value;  // false
        is_static_v<decltype(six)>;                // true
        conditional_t<true, _4, _8>{};             // _4
        tuple_element_t<1, Shape<_4, _8>>{};       // _8
        tuple_size<Shape<_4, _8>>::value;          // 2
        cute::tuple_size_v<Shape<_4, _8>>;         // 2
        ",
    );
}

#[test]
fn types_of_cuda_and_cutlass_differ() {
    check(
        "
        is_same_v<half_t, __half>;             // false
        is_same_v<half_t, cutlass::half_t>;    // true
        is_same_v<int, int32_t>;               // true
        is_same_v<int64_t, long long>;         // false
        sizeof(__half);                        // 2
        ",
    );
}

#[test]
fn names_of_cutlass_are_known() {
    check(
        "
        cutlass::NumThreadsPerWarpGroup;                             // 128
        cutlass::bits_to_bytes(12);                                  // 2
        rank(cutlass::detail::TagToStrideB_t<cutlass::layout::RowMajor>{});     // _3
        get<0>(cutlass::detail::TagToStrideB_t<cutlass::layout::RowMajor>{});   // _1
        get<1>(cutlass::detail::TagToStrideA_t<cutlass::layout::RowMajor>{});   // _1
        get<0>(cutlass::detail::TagToStrideC_t<cutlass::layout::ColumnMajor>{});  // _1
        ",
    );
}

#[test]
fn constants_of_types() {
    check(
        "
        bool_constant<true>{};        // true
        integral_constant<int, 7>{};  // _7
        C<9>{};                       // _9
        ",
    );
}
