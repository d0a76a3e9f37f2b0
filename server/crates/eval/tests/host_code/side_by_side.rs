//! Functions that are evaluated side by side: what is found is what running them one after the other finds.

use std::ops::Range;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Evaluated,
    host::{Answer, HostEvaluation, Site},
};

use crate::fixture::{compare, cpp};

/// So many declarations make a function long enough for a thread of its own.
const LINES: usize = 120;

/// Compares what names stand for with the expected lines, and all names with what they stand for when the functions are
/// run in order: a fact of some other name has that effect.
#[track_caller]
fn check(code: &str, expected: &[&str]) {
    let side_by_side = cpp(code, &Facts::default());
    let in_order = cpp(code, &Facts::default().value("nothing_here", 5));
    assert_eq!(shown(&side_by_side), shown(&in_order));
    assert_eq!(side_by_side.problems, in_order.problems);
    compare(&side_by_side, expected);
}

/// The bytes of a name or an expression, and its values with their call sites.
type Shown = (Range<usize>, Vec<(Evaluated, Option<Site>)>);

/// What a user sees of an evaluation: numbers without a name are numbered in the order in which they are met.
fn shown(evaluation: &HostEvaluation) -> Vec<Shown> {
    let of_answers = |answers: &[Answer]| {
        answers.iter().map(|answer| (answer.evaluated.clone(), answer.site.clone())).collect()
    };
    let variables = evaluation.variables.iter();
    let nodes = evaluation.nodes.iter().map(|node| (node.range.clone(), of_answers(&node.answers)));
    variables.map(|variable| (variable.range.clone(), of_answers(&variable.answers))).chain(nodes).collect()
}

/// A function's body with a few statements and many that make it long.
fn long(statements: &str) -> String {
    let rest: Vec<String> =
        (0..LINES).map(|line| format!("auto filler_{line} = make_layout(Int<8>{{}});")).collect();
    format!("{{ {statements}\n{} }}", rest.join("\n"))
}

#[test]
fn each_function_has_its_own_values() {
    let code = format!(
        "struct Loop {{
           using Tile = Shape<_64, _32>;
           int const rows;
           CUTE_DEVICE auto shape() const {{ return make_shape(rows, Int<4>{{}}); }}
           CUTE_DEVICE void load(int n) {}
           CUTE_DEVICE void store(int n) {}
         }};",
        long(
            "auto tile = make_layout(Tile{}); auto of_load = make_layout(make_shape(n, _2{})); auto s = shape();"
        ),
        long("auto of_store = make_layout(make_shape(n, _3{}));"),
    );
    check(
        &code,
        &[
            "Tile = (64,32)",
            "tile = (64,32):(1,64)",
            "of_load = (n,2):(1,n)",
            "s = (rows,4)",
            "of_store = (n,3):(1,n)",
        ],
    );
}

#[test]
fn what_both_call_has_an_answer_for_each() {
    let code = format!(
        "template <class Shape> CUTE_DEVICE void copy_tile(Shape shape) {{ auto tile = make_layout(shape); }}
         CUTE_DEVICE void load() {}
         CUTE_DEVICE void store() {}",
        long("copy_tile(make_shape(_2{}, _4{}));"),
        long("copy_tile(make_shape(_8{}));"),
    );
    check(&code, &["tile = (8):(1) [store]", "tile = (2,4):(1,2) [load]"]);
}

#[test]
fn a_variable_that_one_assigns_and_the_other_reads_is_not_certain() {
    let code = format!(
        "int stages = 3;
         CUTE_DEVICE void set() {}
         CUTE_DEVICE void get() {}",
        long("stages = 4;"),
        long("auto pipe = make_shape(stages);"),
    );
    check(&code, &["pipe = (stages)"]);
}

#[test]
fn a_function_that_another_reaches_by_an_operator_is_no_beginning() {
    let code = format!(
        "struct Scale {{
           template <class Shape> CUTE_DEVICE void operator()(Shape shape) const {}
         }};
         CUTE_DEVICE void run() {}",
        long("auto scaled = make_layout(shape);"),
        long("Scale{}(make_shape(_2{}, _4{}));"),
    );
    check(&code, &["scaled = (2,4):(1,2)"]);
}

#[test]
fn refusals_of_both_are_told() {
    let code = format!(
        "CUTE_DEVICE void load() {}
         CUTE_DEVICE void store() {}",
        long("auto a = logical_divide(make_layout(_10{}), _4{});"),
        long("auto b = logical_divide(make_layout(_9{}), _4{});"),
    );
    let evaluation = cpp(&code, &Facts::default());
    assert_eq!(evaluation.problems.len(), 2, "{:?}", evaluation.problems);
    check(&code, &["a = (4,3):(1,4)", "b = (4,3):(1,4)"]);
}
