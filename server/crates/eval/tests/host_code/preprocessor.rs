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

#[test]
fn macros_of_the_file_decide_conditions() {
    check(
        "#define STAGES 2
         #ifndef ROWS
         #define ROWS 64
         #endif
         #if STAGES > 2 || ROWS * 2 < 128
         constexpr int kBits = 3;
         #elif defined(STAGES) && ROWS == 64
         constexpr int kBits = 1;
         #else
         constexpr int kBits = 2;
         #endif
         #undef STAGES
         #ifdef STAGES
         constexpr int kAfter = 1;
         #else
         constexpr int kAfter = 4;
         #endif
         void f() { auto shape = make_shape(Int<kBits>{}, Int<ROWS>{}, Int<kAfter>{}); }",
        &["kBits = 1", "kAfter = 4", "shape = (1,64,4)"],
    );
}

#[test]
fn macros_that_a_header_may_define_decide_nothing() {
    check(
        "#include \"config.h\"
         #ifndef STAGES
         #define STAGES 2
         #endif
         #if STAGES > 2
         constexpr int kBits = 3;
         #else
         constexpr int kBits = 1;
         #endif
         void f() { auto shape = make_shape(Int<kBits>{}, Int<STAGES>{}); }",
        &["shape is unknown"],
    );
}

#[test]
fn conditions_on_a_macro_that_the_file_defines_under_another_are_not_free() {
    check(
        "#ifdef BIG
         #define TILE 128
         #define IS_WIDE
         #else
         #define TILE 64
         #endif
         #if TILE > 64
         constexpr int kBits = 3;
         #else
         constexpr int kBits = 2;
         #endif
         #ifdef IS_WIDE
         constexpr int kWidth = 8;
         #else
         constexpr int kWidth = 4;
         #endif
         void f() {
           auto tile = make_shape(Int<TILE>{});
           auto bits = make_shape(Int<kBits>{});
           auto width = make_shape(Int<kWidth>{});
         }",
        &[
            "tile = (128) [defined(BIG)]",
            "tile = (64) [not defined(BIG)]",
            "bits is unknown",
            "width is unknown",
        ],
    );
}

#[test]
fn only_conditions_that_go_together_are_answered() {
    check(
        "#ifdef FAST
         constexpr int kRows = 8;
         #else
         constexpr int kRows = 4;
         #endif
         #ifndef FAST
         constexpr int kColumns = 1;
         #else
         constexpr int kColumns = 2;
         #endif
         void f() { auto shape = make_shape(Int<kRows>{}, Int<kColumns>{}); }",
        &[
            "kRows = 8",
            "kRows = 4",
            "kColumns = 1",
            "kColumns = 2",
            "shape = (4,1) [!defined(FAST), not defined(FAST)]",
            "shape = (8,2) [not !defined(FAST), defined(FAST)]",
        ],
    );
}
