//! What an assignment reaches, and what it leaves as it was.

use crate::fixture::{check, check_python};

#[test]
fn each_target_of_a_tuple_gets_its_part() {
    check_python(
        "import cutlass.cute as cute
a, (b, c) = 4, (8, 16)
b, c = c, b
layout = cute.make_layout((a, b, c))
[d, e] = (2, 3)
other = cute.make_layout((d, e))
",
        &["a = 4", "layout = (4,16,8):(1,4,64)", "d = 2", "e = 3", "other = (2,3):(1,2)"],
    );
}

#[test]
fn an_element_that_is_assigned_through_a_call_is_no_longer_the_old_one() {
    check(
        "void f() {
           auto sizes = cute::make_tuple(4, 8);
           cute::get<0>(sizes) = 5;
           auto layout = make_layout(make_shape(cute::get<0>(sizes), Int<2>{}));
           auto other = cute::make_tuple(4, 8);
           auto kept = make_layout(make_shape(cute::get<0>(other), Int<2>{}));
         }",
        &["sizes = (4,8)", "layout = (?,2):(1,?)", "other = (4,8)", "kept = (4,2):(1,4)"],
    );
}

#[test]
fn a_static_variable_keeps_its_type_when_an_unknown_is_assigned() {
    check(
        "void f() {
           auto k = Int<8>{};
           k = what_nobody_knows();
           auto layout = make_layout(k);
           int n = 8;
           n = what_nobody_knows();
           auto at_run_time = make_layout(n);
           auto other = Int<4>{};
           other = Int<4>{};
           auto same = make_layout(other);
         }",
        &["layout = 8:1", "at_run_time = n:1", "same = 4:1"],
    );
}

#[test]
fn the_fields_of_a_union_share_their_place_and_the_one_that_is_assigned_has_what_it_was_given() {
    check(
        "union Either { int a; int b; };
         void f() {
           Either either;
           either.a = 4;
           either.b = 5;
           auto written = make_shape(either.b);
           auto replaced = make_shape(either.a);
         }",
        &["written = (5)", "replaced = (?)"],
    );
}

#[test]
fn a_method_that_is_not_defined_here_leaves_the_constant_fields() {
    check(
        "struct Options { int const fixed = 4; int free = 8; void parse(int, char**); };
         int main(int argc, char** argv) {
           Options options;
           options.parse(argc, argv);
           auto constant = make_shape(options.fixed);
           auto other = make_shape(options.free);
         }",
        &["constant = (4)", "other = (?)"],
    );
}

#[test]
fn what_a_reference_may_change_keeps_what_its_type_says() {
    check(
        "template <class T> void change(T&);
         void f(float* p, int thread) {
           auto tuple = make_shape(Int<4>{}, 8);
           change(tuple);
           auto shape = tuple;
           auto tensor = make_tensor(p, Layout<Shape<_4, _8>>{});
           change(tensor);
           auto layout = tensor.layout();
           auto loose = make_tensor(p, make_layout(make_shape(8, Int<2>{})));
           change(loose);
           auto of_loose = loose.layout();
         }",
        &["shape = (4,?)", "layout = (4,8):(1,4)", "of_loose is unknown"],
    );
}

#[test]
fn a_branch_that_goes_on_says_nothing_of_its_condition_behind_it() {
    check_python(
        "import cutlass
import cutlass.cute as cute
@cute.jit
def leaves(n: cutlass.Constexpr):
    if n != 8:
        raise ValueError(n)
    certain = cute.make_layout(n)
@cute.jit
def goes_on(n: cutlass.Constexpr):
    if n != 8:
        odd = 1
    open_still = cute.make_layout(n)
",
        &["certain = 8:1", "open_still is unknown"],
    );
}

#[test]
fn a_bool_of_a_number_is_whether_it_is_not_0() {
    check(
        "void f(int n) {
           bool nine = 9;
           bool none = 0;
           int from_nine = nine ? 16 : 2;
           int from_none = none ? 16 : 2;
           auto layout = make_layout(make_shape(from_nine, from_none));
           bool open = n;
           auto shape = make_shape(open ? 4 : 8);
         }",
        &["layout = (16,2):(1,16)", "shape = (?)"],
    );
}
