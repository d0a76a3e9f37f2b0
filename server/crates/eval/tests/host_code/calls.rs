//! Calls of the program's functions and launches of its kernels.

use crate::fixture::check;

#[test]
fn a_kernel_has_the_values_of_its_launch() {
    check(
        "template <class T, class L> __global__ void kernel(T const* in, L layout, int n) {
           Tensor tensor = make_tensor(make_gmem_ptr(in), layout);
         }
         void host(float* p, int m) { kernel<<<1, 32>>>(p, make_layout(make_shape(m, Int<8>{})), m); }",
        &["L = (m,8):(1,m)", "layout = (m,8):(1,m)", "n = m", "tensor = (m,8):(1,m)"],
    );
}

#[test]
fn a_kernel_is_launched_through_a_pointer_and_a_launcher() {
    check(
        "template <class L> __global__ void first(L layout) { auto a = layout; }
         template <class L> __global__ void second(L layout) { auto b = layout; }
         template <class L> __global__ void third(L layout) { auto c = layout; }
         void host(Params params, cudaLaunchConfig_t config) {
           auto layout = make_layout(Shape<_4, _8>{});
           auto pointer = first<decltype(layout)>;
           pointer<<<1, 32>>>(layout);
           void const* erased = (void const*) &second<decltype(layout)>;
           cutlass::launch_kernel_on_cluster(params, erased, layout);
           cudaLaunchKernelEx(&config, third<decltype(layout)>, layout);
         }",
        &["a = (4,8):(1,4)", "b = (4,8):(1,4)", "c = (4,8):(1,4)"],
    );
}

#[test]
fn call_sites_that_differ_give_an_answer_each() {
    check(
        "template <class L> __global__ void kernel(L layout) { auto x = layout; auto same = Int<4>{}; }
         void rows() { kernel<<<1, 1>>>(make_layout(Shape<_4, _8>{}, LayoutRight{})); }
         void columns() { kernel<<<1, 1>>>(make_layout(Shape<_4, _8>{})); }
         int main() { rows(); columns(); rows(); }",
        &["x = (4,8):(8,1) [rows]", "x = (4,8):(1,4) [columns]", "same = 4"],
    );
}

#[test]
fn call_sites_are_told_apart_by_template_arguments() {
    check(
        "template <int kTile> void run() { auto tile = make_shape(Int<kTile>{}); }
         int main() { run<64>(); run<128>(); }",
        &["tile = (64) [kTile = 64]", "tile = (128) [kTile = 128]"],
    );
}

#[test]
fn template_arguments_are_deduced_from_layouts_and_tensors() {
    check(
        "template <class S, class D> void of_layout(Layout<S, D> const& layout) { auto shape = S{}; auto stride = D{}; }
         template <class E, class L> void of_tensor(Tensor<E, L> const& tensor) { auto layout = L{}; }
         void f(float* p) {
           of_layout(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
           of_tensor(make_tensor(p, Shape<_2, _2>{}));
         }",
        &["layout = (4,8):(8,1)", "shape = (4,8)", "stride = (8,1)", "layout = (2,2):(1,2)"],
    );
}

#[test]
fn the_overload_of_the_arguments_types_is_called() {
    check(
        "template <class T> auto pick(T const* p, int n) { return Int<1>{}; }
         auto pick(half_t const* p, int n) { return Int<2>{}; }
         void f(half_t const* h, float const* x, int n) { auto a = make_shape(pick(h, n)); auto b = make_shape(pick(x, n)); }",
        &["a = (2)", "b = (1)"],
    );
}

#[test]
fn a_function_of_the_library_is_an_overload_of_the_programs() {
    check(
        "auto size(int a, int b, int c) { return Int<3>{}; }
         void f() { auto mine = size(1, 2, 3); auto of_library = size(Shape<_4, _8>{}); }",
        &["mine = 3", "of_library = 32"],
    );
}

#[test]
fn a_lambda_sees_what_is_around_it() {
    check(
        "void f(int n) { auto tile = Int<4>{}; auto make = [&](auto x) { return make_shape(x, tile); }; auto shape = make(n); }",
        &["shape = (n,4)"],
    );
}

#[test]
fn recursion_without_an_end_is_unknown() {
    check(
        "int deeper(int n) { return deeper(n + 1); }
         void f(int n) { auto shape = make_shape(deeper(n), 4); auto other = make_shape(n); }",
        &["other = (n)"],
    );
}

#[test]
fn a_lambda_keeps_what_it_copies() {
    check(
        "void f() {
           int n = 3;
           auto all = [=] { return make_shape(n); };
           auto one = [n](int m) { return make_shape(n, m); };
           auto named = [k = 2 * n] { return make_shape(k); };
           auto live = [&] { return make_shape(n); };
           auto mixed = [=, &n] { return make_shape(n); };
           n = 5;
           auto a = all();
           auto b = one(n);
           auto c = named();
           auto d = live();
           auto e = mixed();
         }",
        &["a = (3)", "b = (3,5)", "c = (6)", "d = (5)", "e = (5)"],
    );
}

#[test]
fn functions_of_the_standard_library_may_write_their_arguments() {
    check(
        "void f() {
           int m = 3, n = 4;
           auto most = std::max(m, n);
           auto before = make_shape(m, n);
           std::swap(m, n);
           auto after = make_shape(m, n);
         }",
        &["before = (3,4)", "after = (m,n)"],
    );
}

#[test]
fn the_more_special_overload_is_called() {
    check(
        "template <class T> auto pick(T const&) { return Int<1>{}; }
         template <int N> auto pick(Int<N>) { return Int<2>{}; }
         auto pick(int) { return Int<3>{}; }
         void f() { auto a = make_shape(pick(Int<9>{})); auto b = make_shape(pick(Layout<_4>{})); }",
        &["a = (2)", "b = (1)"],
    );
}

#[test]
fn an_integer_may_have_another_type_than_an_overload_asks_for() {
    check(
        "auto pick(int) { return Int<1>{}; }
         template <class T> auto pick(T) { return Int<2>{}; }
         void f(long n) { auto a = make_shape(pick(n)); }",
        &["a is unknown"],
    );
}

#[test]
fn a_function_is_run_again_when_a_variable_outside_of_it_has_changed() {
    check(
        "int width = 5;
         auto tile() { return make_layout(width); }
         void f() { auto a = tile(); width = 9; auto b = tile(); }",
        &["a = width:1", "b = 9:1"],
    );
}

#[test]
fn a_variable_in_a_lambda_hides_what_it_captures() {
    check(
        "void f() { int v = 3; auto g = [v](int w) { int v = w; return make_layout(v); }; auto a = g(8); }",
        &["a = 8:1"],
    );
}

#[test]
fn arguments_are_computed_in_any_order() {
    check(
        "int grow(int& x) { x += 10; return 4; }
         void f() {
           int x = 5, y = 6;
           auto both = make_shape(grow(x), x);
           auto other = make_shape(grow(x), y);
           int z = 1;
           auto set = [&](int v) { z = v; return v; };
           auto twice = make_shape(set(3), set(4));
           auto left = make_layout(z);
         }",
        &["both is unknown", "other = (4,6)", "twice = (3,4)", "left = z:1"],
    );
}

#[test]
fn copies_of_a_mutable_lambda_have_variables_of_their_own() {
    check(
        "void f() {
           int n = 0;
           auto g = [n]() mutable { n = n + 1; return n; };
           auto h = g;
           auto first = make_shape(g());
           auto of_copy = make_shape(h());
         }",
        &["first is unknown", "of_copy is unknown"],
    );
}

#[test]
fn an_overload_that_is_only_declared_may_be_the_one_that_is_called() {
    check(
        "int f(int x); int f(char x) { return 4; }
         int g(bool x) { return 3; } int g(long x); int g(_4 x) { return 9; }
         int h(int x); int h(int other) { return other; }
         struct S { int m(int x); int m(char x) { return 2; } int k(int x); };
         int S::k(int other) { return 9; }
         void c() {
           S s;
           auto a = make_layout(f(3));
           auto b = make_layout(g(3));
           auto e = make_layout(h(3));
           auto i = make_layout(s.m(3));
           auto k = make_layout(s.k(3));
         }",
        &["a is unknown", "b is unknown", "e = 3:1", "i is unknown", "k = 9:1"],
    );
}

#[test]
fn a_function_that_calls_itself_with_another_number_shows_not_the_first_one_alone() {
    check(
        "void f(int k) {\nauto l = make_layout(k);\nif (k) f(k * 2 + 1);\n}\nint main(int argc, char** argv) { f(argc); }",
        &[
            "l = argc:1 [k = argc]",
            "l = 2*argc+1:1 [k = 2*argc+1]",
            "l = 4*argc+3:1 [k = 4*argc+3]",
            "l = 8*argc+7:1 [k = 8*argc+7]",
        ],
    );
    check(
        "int main(int argc, char** argv) {\nauto l = make_layout(argc);\nfor (int i = 0; i < argc; ++i) { main(argc * 2, argv); }\n}",
        &["l = argc:1"],
    );
}
