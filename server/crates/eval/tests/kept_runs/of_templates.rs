//! What is supposed of templates rests on more than the names in them, and what is run behind all functions on what all of them
//! did.

use super::{HEAD, kept};

fn kept_in(code: impl Fn(&str) -> String, old: &str, new: &str) -> Vec<String> {
    kept(&format!("{HEAD}{}", code(old)), &format!("{HEAD}{}", code(new)))
}

#[test]
fn members_that_another_template_asks_reach_parameters_of_the_name() {
    let code = |body: &str| {
        format!(
            "template <class Traits> void scale() {{ {body} }}\n\
             template <class Traits> void load(typename Traits::Element* smem) {{\n\
             Tensor sQ = make_tensor(make_smem_ptr(smem), typename Traits::SmemLayoutQ{{}});\n}}\n\
             template <class Element> void other() {{ auto c = make_layout(Int<8>{{}}); }}\n\
             template <int kRows, class Element_ = half_t> struct Of_rows {{\n\
             using Element = Element_;\n\
             using SmemLayoutQ = Layout<Shape<Int<kRows>, _8>>;\n}};\n"
        )
    };
    assert_eq!(kept_in(code, "auto own = typename Traits::L{};", "int x;"), ["other"]);
}

#[test]
fn a_member_that_is_not_typed_yet_is_no_member() {
    let code = |member: &str| {
        format!(
            "template <class Traits> void load() {{\n\
             auto a = make_layout(Int<Traits::kRows>{{}});\n\
             auto b = make_layout(Int<Traits::kColumns>{{}});\n\
             auto c = make_layout(Int<Traits::{member}>{{}});\n}}\n\
             template <int kSize> struct Of_size {{\n\
             static constexpr int kRows = kSize;\n  static constexpr int kColumns = kSize;\n}};\n"
        )
    };
    assert_eq!(kept_in(code, "kRows", ""), Vec::<String>::new());
}

#[test]
fn a_default_reaches_parameters_of_the_name_with_and_without_underscore() {
    let code = |size: &str| {
        format!(
            "template <int kRows_ = {size}> void f() {{ auto a = make_layout(Int<kRows_>{{}}); }}\n\
             template <int kRows> void g() {{ auto b = make_layout(Int<kRows>{{}}); }}\n\
             template <int kColumns> void h() {{ auto c = make_layout(Int<kColumns>{{}}); }}\n"
        )
    };
    assert_eq!(kept_in(code, "32", "96"), ["h"]);
}

#[test]
fn what_several_functions_call_is_called_by_those_that_are_kept() {
    let code = |call: &str| {
        format!(
            "void inner(int n) {{ auto a = make_layout(n); }}\nvoid f() {{ inner(4); }}\nvoid g() {{ {call} }}\n"
        )
    };
    assert_eq!(kept_in(code, "inner(8);", "int x;"), ["f"]);
}

#[test]
fn a_template_whose_address_is_taken_is_run_where_nothing_launches_it_any_more() {
    let code = |launch: &str| {
        format!(
            "template <int N> __global__ void kernel() {{ auto b = make_layout(Int<N>{{}}); }}\n\
             void f() {{ auto p = &kernel<8>; }}\nvoid g() {{ {launch} }}\n"
        )
    };
    assert_eq!(kept_in(code, "kernel<4><<<1, 32>>>();", "int x;"), Vec::<String>::new());
}

#[test]
fn a_template_that_a_kept_function_launches_is_not_run_for_its_address() {
    let code = |launch: &str| {
        format!(
            "template <int N> __global__ void kernel() {{ auto b = make_layout(Int<N>{{}}); }}\n\
             void f() {{ kernel<8><<<1, 32>>>(); }}\nvoid g() {{ {launch} }}\nvoid h() {{ auto p = &kernel<16>; }}\n"
        )
    };
    assert_eq!(kept_in(code, "kernel<4><<<1, 32>>>();", "int x;"), ["f"]);
}

#[test]
fn a_namespace_reaches_code_that_says_its_name() {
    let code = |name: &str| {
        format!(
            "#define N Int<4>{{}}\nnamespace {name} {{ void f() {{ int x; }} }}\n\
             void g() {{ auto a = make_layout(N); }}\nvoid h() {{ auto c = make_layout(Int<8>{{}}); }}\n"
        )
    };
    assert_eq!(kept_in(code, "M", "N"), ["h"]);
}

#[test]
fn what_a_macro_writes_into_a_function_is_reached() {
    let code = |size: &str| {
        format!(
            "#define KERNEL(name) __global__ void name(int n) {{ auto a = make_layout(size_of()); }}\n\
             int x;\nint size_of() {{ return {size}; }}\nKERNEL(kernel)\n\
             void h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept_in(code, "4", "8"), ["h"]);
}

#[test]
fn one_name_in_two_functions_says_the_same_of_both_calls() {
    let code = |edit: &str| {
        format!(
            "auto inner(int k) {{ return make_layout(k); }}\nvoid f(int n) {{ auto a = inner(n); }}\n\
             void g(int n) {{ auto b = inner(n); {edit} }}\n"
        )
    };
    assert_eq!(kept_in(code, "int x;", "int y;"), ["f"]);
}

#[test]
fn what_a_function_supposes_when_it_writes_a_variable_is_not_supposed_of_a_class() {
    let code = |edit: &str| {
        format!(
            "template <class Traits, int N> void scale() {{ {edit} }}\nint count = 2;\n\
             void f(int n) {{ auto b = make_layout(make_shape(Int<N>{{}}, one(count))); }}\n\
             template <int kRows_> struct Other {{ using Shape = Layout<Int<kRows_>>; }};\n"
        )
    };
    assert_eq!(kept_in(code, "", "auto b = make_layout(typename Traits::Shape{});"), ["f"]);
}
