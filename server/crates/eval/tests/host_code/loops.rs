//! Loops: what holds in every round, and behind the last one.

use crate::fixture::check;

#[test]
fn the_variable_of_a_loop_is_any_of_its_rounds() {
    check("void f() { for (int i = 0; i < 4; ++i) { auto shape = make_shape(i, 4); } }", &["shape = (i,4)"]);
}

#[test]
fn what_a_round_changes_is_forgotten_before_it() {
    check(
        "void f(int n) {
           int x = 4;
           while (n > 0) { auto inside = make_shape(x); x = x * 2; n = n - 1; }
           auto behind = make_shape(x);
         }",
        &["inside = (x)", "behind = (x)"],
    );
}

#[test]
fn what_no_round_changes_stays() {
    check(
        "void f() {
           int x = 4;
           auto layout = make_layout(Shape<_4, _8>{});
           for (int i = 0; i < 4; ++i) { auto inside = make_shape(x); layout = make_layout(Shape<_4, _8>{}); }
           auto behind = layout;
         }",
        &["inside = (4)", "behind = (4,8):(1,4)"],
    );
}
