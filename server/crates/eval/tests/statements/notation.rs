//! One table of texts, read by the algebra's `FromStr` and by the grammar: the two must not drift apart.

use std::{fmt::Display, str::FromStr};

use layout_algebra::{ComposedLayout, Coordinate, IntTuple, Layout, Swizzle, Tiler, Xor};
use layoutlens_eval::{Value, evaluate_expression};
use layoutlens_syntax::parse_expression;

const TABLE: &str = include_str!("notation_values.txt");

/// What a reader makes of a text: the kind of value and the value printed; `None` when it has none.
type Read = Option<(&'static str, String)>;

/// Reads a text and prints it, if it is one.
type Reread = fn(&str) -> Option<String>;

/// The kinds of the table, and how the algebra reads each.
const KINDS: [(&str, Reread); 7] = [
    ("tuple", printed::<IntTuple>),
    ("layout", printed::<Layout>),
    ("coordinates", printed::<Layout<Coordinate>>),
    ("xor", printed::<Layout<Xor>>),
    ("tiler", printed::<Tiler>),
    ("swizzle", printed::<Swizzle>),
    ("composed", printed::<ComposedLayout>),
];

fn printed<T: FromStr + Display>(text: &str) -> Option<String> {
    text.parse::<T>().ok().map(|value| value.to_string())
}

/// As `kind`, when that is what the text is.
fn by_the_algebra(text: &str, kind: &str) -> Read {
    let (kind, read) = KINDS.iter().find(|(name, _)| *name == kind)?;
    Some((kind, read(text)?))
}

fn by_the_grammar(text: &str) -> Read {
    let (expr, errors) = parse_expression(text);
    if !errors.is_empty() {
        return None;
    }
    let (evaluated, problems) = evaluate_expression(&expr);
    if !problems.is_empty() {
        return None;
    }
    let kind = match &evaluated.value {
        Value::Tuple(_) => "tuple",
        Value::Layout(_) => "layout",
        Value::CoordinateLayout(_) => "coordinates",
        Value::XorLayout(_) => "xor",
        Value::Tiler(_) => "tiler",
        Value::Swizzle(_) => "swizzle",
        Value::Composed(_) => "composed",
        Value::Unknown(_) => return None,
        _ => "another kind",
    };
    Some((kind, evaluated.value.to_string()))
}

/// The lines of the table: kind, and the rest.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (kind, rest) = line.split_once(' ').expect("a kind and a text");
        (kind, rest.trim())
    })
}

#[test]
fn the_grammar_and_from_str_read_the_same_values() {
    let mut differences = Vec::new();
    for (kind, rest) in lines().filter(|(kind, _)| *kind != "refused") {
        let (text, value) = rest.rsplit_once(" => ").expect("a text and its value");
        let expected = Some((kind, value));
        let (algebra, grammar) = (by_the_algebra(text, kind), by_the_grammar(text));
        for (reader, read) in [("algebra", &algebra), ("grammar", &grammar)] {
            if read.as_ref().map(|(kind, value)| (*kind, value.as_str())) != expected {
                differences.push(format!("{text} is {expected:?}, the {reader} reads {read:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn what_one_refuses_the_other_refuses() {
    let mut accepted = Vec::new();
    for (_, text) in lines().filter(|(kind, _)| *kind == "refused") {
        let by_algebra: Vec<Read> =
            KINDS.iter().map(|(kind, _)| by_the_algebra(text, kind)).filter(Option::is_some).collect();
        if !by_algebra.is_empty() {
            accepted.push(format!("{text}: the algebra reads {by_algebra:?}"));
        }
        if let Some(read) = by_the_grammar(text) {
            accepted.push(format!("{text}: the grammar reads {read:?}"));
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

/// Whatever kind of value a text is to the grammar, the algebra's type of that kind reads it as the same value, and
/// each type that reads it at all reads a value that prints as a text of that value.
#[test]
fn no_type_reads_a_text_as_another_value() {
    for (kind, rest) in lines().filter(|(kind, _)| *kind != "refused") {
        let (text, value) = rest.rsplit_once(" => ").expect("a text and its value");
        for (other, read) in KINDS.iter().filter(|(other, _)| *other != kind) {
            if let Some(printed) = read(text) {
                let same = read(value);
                assert_eq!(same, Some(printed), "{text} ({kind}) read as {other}");
            }
        }
    }
}
