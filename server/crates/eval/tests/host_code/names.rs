//! Run-time integers and the names that they go by.

use layout_algebra::symbolic::Facts;

use crate::fixture::{check, check_with, cpp};

#[test]
fn parameters_that_nothing_gives_go_by_their_names() {
    check(
        "void f(int m, int n) { auto shape = make_shape(m, n, 4); auto layout = make_layout(make_shape(m, Int<8>{})); }",
        &["shape = (m,n,4)", "layout = (m,8):(1,m)"],
    );
}

#[test]
fn what_is_read_from_the_command_line_is_no_longer_its_default() {
    check(
        "int main(int argc, char** argv) {
           int m = 5120;
           auto before = make_shape(m);
           if (argc >= 2) sscanf(argv[1], \"%d\", &m);
           auto after = make_shape(m);
         }",
        &["before = (5120)", "after = (m)"],
    );
}

#[test]
fn a_name_stands_for_one_number() {
    // The first shape is of the old `m`, which no name spells any longer.
    check(
        "void f(int m) {
           auto old = make_shape(m);
           m = 2 * m;
           auto now = make_shape(m);
           auto both = make_shape(get<0>(old), m);
         }",
        &["old = (m)", "now = (m)", "both = (?,m)"],
    );
}

#[test]
fn a_parameter_of_the_same_name_does_not_borrow_the_callers() {
    check(
        "template <class L> void callee(int m, L layout) { auto inner = make_shape(m, size(layout)); }
         void caller(int m) { callee(2 * m, make_layout(m)); }",
        &["inner = (?,?)"],
    );
}

#[test]
fn an_integer_that_depends_on_a_condition_goes_by_its_own_name() {
    check(
        "void f(int n, int k, bool transposed) {
           int ld = 0;
           if (transposed) { ld = n; } else { ld = k; }
           auto layout = make_layout(make_shape(n, k), make_stride(Int<1>{}, ld));
         }",
        &["layout = (n,k):(1,ld)"],
    );
}

#[test]
fn what_a_function_that_is_not_known_may_write_is_forgotten() {
    check(
        "void f() { int x = 4; read_sizes(x); auto a = make_shape(x); int y = 4; printf(\"%d\", y); auto b = make_shape(y); }",
        &["a = (x)", "b = (4)"],
    );
}

#[test]
fn statements_say_what_is_known_of_a_name() {
    let facts = Facts::default().value("m", 512).divides(64, "k");
    check_with(
        &facts,
        "void f(int m, int k) { auto tiles = ceil_div(k, Int<64>{}); auto shape = make_shape(m, k); }",
        &["tiles = k/64", "shape = (512,k)"],
    );
}

#[test]
fn a_place_sees_the_innermost_declaration_before_it() {
    let code = "void f(int m) { auto x = make_shape(m); { auto x = make_shape(Int<4>{}); g(x); } h(x); }";
    let evaluation = cpp(code, &Facts::default());
    let before = "#include <cute/tensor.hpp>\nusing namespace cute;\n".len();
    let shown = |place: &str| {
        let at = before + code.find(place).unwrap();
        evaluation.lookup("x", at).map(|variable| variable.answers[0].evaluated.value.to_string())
    };
    assert_eq!(shown("g(x)").as_deref(), Some("(4)"));
    assert_eq!(shown("h(x)").as_deref(), Some("(m)"));
    assert_eq!(evaluation.lookup("x", 0), None);
}

#[test]
fn code_without_cute_has_no_answers() {
    let evaluation = crate::fixture::evaluation(
        layoutlens_syntax::Language::Cuda,
        "#include <vector>\nint main() { auto layout = make_layout(4); }",
        &Facts::default(),
    );
    assert!(evaluation.variables.is_empty());
}

#[test]
fn a_name_is_that_of_the_innermost_namespace() {
    check(
        "constexpr int kRows = 8;
         namespace outer {
         constexpr int kRows = 16;
         namespace inner {
         constexpr int kRows = 32;
         constexpr int kTwice = 2 * kRows;
         auto rows() { return Int<kRows>{}; }
         int open = 3;
         void close() { open = 5; auto closed = make_shape(open); }
         }
         auto rows() { return Int<kRows>{}; }
         }
         void f() {
           auto values = make_shape(Int<kRows>{}, Int<outer::kRows>{}, Int<outer::inner::kTwice>{});
           auto called = make_shape(outer::rows(), outer::inner::rows());
         }",
        &["closed = (5)", "values = (8,16,64)", "called = (16,32)"],
    );
}

#[test]
fn a_leading_colon_pair_names_what_is_outside_of_all_namespaces() {
    check(
        "constexpr int kRows = 8;
         struct Config { static constexpr int value = 3; };
         namespace n {
         struct Config { static constexpr int value = 5; };
         constexpr int kOnly = 7;
         void g() { auto both = make_shape(Int< ::Config::value>{}, Int<Config::value>{}); }
         }
         void f() {
           constexpr int kRows = 128;
           auto shape = ::cute::make_shape(Int<::kRows>{}, Int<kRows>{}, ::n::kOnly);
         }",
        &["both = (3,5)", "shape = (8,128,7)"],
    );
}

#[test]
fn numbers_that_a_type_does_not_hold_go_by_the_name_of_the_variable() {
    check(
        "void f() {
           short narrow = 70000;
           unsigned wraps = 0u - 1u;
           long long wide = 3000000000LL;
           int negative = -3;
           auto numbers = make_shape(narrow, wraps);
           auto held = make_shape(wide, negative);
         }",
        &["numbers = (narrow,wraps)", "held = (3000000000,-3)"],
    );
}

#[test]
fn a_variable_outside_of_functions_that_one_assigns_may_hold_anything() {
    check(
        "int width = 5;
         static int height = 6;
         int depth = 7;
         static int own = 8;
         void set(int n) { width = n; }
         void f() { auto a = make_shape(width, height); auto b = make_shape(depth, own); }
         void reset() { width = 8; height = 9; }",
        &["a = (width,height)", "b = (depth,8)"],
    );
}

#[test]
fn what_a_function_leaves_in_variables_of_other_files_is_seen_by_no_function_that_it_does_not_call() {
    check(
        "int width = 5;
         void unknown();
         void first() { unknown(); auto a = make_layout(width); }
         void second() { auto b = make_layout(width); }
         int main() { auto c = make_layout(width); unknown(); auto d = make_layout(width); }",
        &["a = width:1", "b = width:1", "c = 5:1", "d = width:1"],
    );
}

#[test]
fn a_variable_outside_of_functions_is_another_number_behind_each_function_that_may_write_it() {
    check(
        "struct Pair { int x; int y; void method() { unknown(); int before = x; unknown(); auto a = make_shape(before, x); }
                       static void unknown(); };
         void unknown();
         Pair pair{4, 5};
         int number = 4;
         int read() { return number; }
         int& other = number;
         void fields() { unknown(); int before = pair.x; unknown(); auto b = make_shape(before, pair.x); }
         void methods() { pair.method(); }
         void numbers() { unknown(); int before = number; unknown(); auto c = make_shape(before, number);
                          auto again = make_shape(number, number); }
         void calls() { unknown(); int before = read(); unknown(); auto d = make_shape(before, read()); }
         void references() { int& r = number; unknown(); int before = r; unknown(); auto e = make_shape(before, r); }
         void others() { unknown(); int before = other; unknown(); auto f = make_shape(before, other); }
         void branches(bool c) { unknown(); int before = number; if (c) { unknown(); }
                                 auto g = make_shape(before, number); }",
        &[
            "a = (?,?)",
            "b = (?,?)",
            "c = (?,number)",
            "again = (number,number)",
            "d = (?,number)",
            "e = (?,number)",
            "f = (?,number)",
            "c is unknown",
            "g = (?,number)",
        ],
    );
}

#[test]
fn main_sees_what_variables_outside_of_functions_begin_with() {
    check(
        "int width = 5;
         void set(int n) { width = n; }
         int main() { auto a = make_layout(width); set(6); auto b = make_layout(width); }",
        &["a = 5:1", "b = 6:1"],
    );
}

#[test]
fn a_difference_below_zero_wraps_around_in_an_unsigned_type() {
    check(
        "void f() {
           unsigned a = 3;
           auto wrapped = make_shape((a - 5) / 2, 8);
           auto whole = make_shape(a - 1, 8);
           auto types = make_stride(Int<3>{} - Int<5>{}, Int<-1>{});
         }",
        &["wrapped = (2147483647,8)", "whole = (2,8)", "types = (-2,-1)"],
    );
}

#[test]
fn a_layout_where_the_type_takes_a_shape_is_none() {
    check(
        "void f() { auto a = Layout<Layout<_3, _1>, Layout<_4, _3>>{}; auto b = Layout<Shape<_3, _4>, Layout<_4, _3>>{}; \
         auto c = Layout<Shape<_3, _4>, Stride<_4, _1>>{}; }",
        &["a is unknown", "b is unknown", "c = (3,4):(4,1)"],
    );
}

#[test]
fn what_the_host_may_copy_to_is_no_constant() {
    check(
        "__constant__ int M = 4;\n__device__ int N = 4;\nconstinit int K = 4;\n__constant__ const int F = 4;\n__global__ void kernel() {\nauto m = make_layout(M);\nauto n = make_layout(N);\nauto k = make_layout(K);\nauto f = make_layout(F);\n}\nvoid set(int v) { cudaMemcpyToSymbol(M, &v, sizeof v); }",
        &["m = M:1", "n = N:1", "k = K:1", "f = 4:1"],
    );
}
