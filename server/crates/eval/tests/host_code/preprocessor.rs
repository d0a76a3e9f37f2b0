//! Conditional compilation: both branches, each with its condition.

use crate::fixture::check;

#[test]
fn definitions_under_conditions_have_an_answer_each() {
    check(
        "#if defined(BIG)
         constexpr int kTile = 128;
         #else
         constexpr int kTile = 64;
         #endif
         void f() { auto shape = make_shape(Int<kTile>{}, Int<8>{}); auto other = make_shape(Int<8>{}); }",
        &[
            "kTile = 128",
            "kTile = 64",
            "shape = (128,8) [defined(BIG)]",
            "shape = (64,8) [not defined(BIG)]",
            "other = (8)",
        ],
    );
}

#[test]
fn one_condition_is_decided_in_one_way_everywhere() {
    check(
        "void f() {
         #ifdef ROW
           auto major = LayoutRight{};
         #else
           auto major = LayoutLeft{};
         #endif
         #ifdef ROW
           auto extent = Int<4>{};
         #else
           auto extent = Int<8>{};
         #endif
           auto layout = make_layout(make_shape(extent, extent), major);
         }",
        &["layout = (4,4):(4,1) [defined(ROW)]", "layout = (8,8):(1,8) [not defined(ROW)]"],
    );
}

#[test]
fn branches_that_agree_give_one_answer() {
    check(
        "void f() {
         #ifdef DEBUG
           auto x = Int<4>{}; printf(\"debug\");
         #else
           auto x = Int<4>{};
         #endif
           auto shape = make_shape(x);
         }",
        &["shape = (4)"],
    );
}
