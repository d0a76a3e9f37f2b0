//! One table of texts, read by the algebra's `FromStr` and by the grammar: the two must not drift apart.

use layout_algebra::{ComposedLayout, Coordinate, IntTuple, Layout, Swizzle, Tiler};
use layoutlens_eval::{Value, evaluate_expression};
use layoutlens_syntax::parse_expression;

const TABLE: &str = include_str!("../../syntax/tests/notation.txt");

fn texts() -> impl Iterator<Item = &'static str> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once("=>")?.0.trim()))
}

/// The value as the algebra reads the text, printed; `None` when it is not of the kind that the grammar read.
fn by_the_algebra(text: &str, kind: &Value) -> Option<String> {
    match kind {
        Value::Layout(_) => text.parse::<Layout>().ok().map(|value| value.to_string()),
        Value::CoordinateLayout(_) => text.parse::<Layout<Coordinate>>().ok().map(|value| value.to_string()),
        Value::Composed(_) => text.parse::<ComposedLayout>().ok().map(|value| value.to_string()),
        Value::Swizzle(_) => text.parse::<Swizzle>().ok().map(|value| value.to_string()),
        Value::Tiler(_) => text.parse::<Tiler>().ok().map(|value| value.to_string()),
        Value::Tuple(_) => text.parse::<IntTuple>().ok().map(|value| value.to_string()),
        _ => None,
    }
}

#[test]
fn the_grammar_and_from_str_read_the_same_values() {
    let (mut compared, mut differences) = (0, Vec::new());
    for text in texts() {
        let (expr, errors) = parse_expression(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let (evaluated, _) = evaluate_expression(&expr);
        // The grammar reads expressions, the algebra values: what depends on names or on later work has no value here.
        let value_of_algebra = match &evaluated.value {
            Value::Tuple(tuple) => tuple
                .leaves()
                .iter()
                .all(|leaf| matches!(leaf, layoutlens_eval::Leaf::Size(layoutlens_eval::Size::Known(_)))),
            Value::Layout(_)
            | Value::CoordinateLayout(_)
            | Value::Composed(_)
            | Value::Swizzle(_)
            | Value::Tiler(_) => true,
            _ => false,
        };
        // An address in front of a layout is what a tensor prints, no part of the layout.
        if value_of_algebra && !text.contains("_ptr[") {
            let (algebra, grammar) = (by_the_algebra(text, &evaluated.value), evaluated.value.to_string());
            if algebra.as_ref() != Some(&grammar) {
                differences.push(format!("{text}: the grammar reads {grammar}, the algebra {algebra:?}"));
            }
            compared += 1;
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(compared >= 15, "only {compared} texts of the table have a value in both");
}
