//! Branches: the one that is taken, or what all agree on.

use crate::fixture::check;

#[test]
fn a_constant_condition_takes_its_branch() {
    check(
        "template <bool kRow> auto layout() {
           if constexpr (kRow) { return make_layout(Shape<_4, _8>{}, LayoutRight{}); }
           else { return make_layout(Shape<_4, _8>{}); }
         }
         void f() { auto row = layout<true>(); auto column = layout<false>(); }",
        &["row = (4,8):(8,1)", "column = (4,8):(1,4)"],
    );
}

#[test]
fn what_both_branches_leave_is_certain() {
    check(
        "void f(bool c, int n) {
           int x = 1;
           if (c) { x = 8; } else { x = 8; }
           auto same = make_shape(x);
           auto chosen = make_layout(c ? Int<4>{} : Int<4>{});
         }",
        &["same = (8)", "chosen = 4:1"],
    );
}

#[test]
fn a_branch_that_returns_does_not_count_behind_it() {
    check(
        "void f(bool c) { int x = 4; if (c) { x = 8; return; } auto shape = make_shape(x); }",
        &["shape = (4)"],
    );
}

#[test]
fn what_an_early_return_leaves_behind_a_reference_counts() {
    check(
        "void set(int& x, bool c) { if (c) { x = 7; return; } x = 9; }
         void f(bool c) { int y = 1; set(y, c); auto shape = make_shape(y); }",
        &["shape = (y)"],
    );
}

#[test]
fn results_of_several_returns_are_one_where_they_agree() {
    check(
        "int twice(int n, bool c) { if (c) return 2 * n; return n + n; }
         int other(int n, bool c) { if (c) return 2 * n; return n; }
         void f(int n, bool c) { auto a = make_shape(twice(n, c)); auto b = make_shape(other(n, c)); }",
        &["a = (2*n)", "b = (?)"],
    );
}
