//! Any line as a statement, as an expression, and as a comment of each language: read, evaluated, and each value printed.

use crate::assert_ranges;
use layoutlens_eval::{evaluate, evaluate_expression};
use layoutlens_syntax::{Language, parse, parse_expression, parse_statement};

/// A line, read as each thing that it may be.
///
/// # Panics
/// Where what the file says does not hold.
pub fn comments(line: &str) {
    let (annotation, errors) = parse_statement(line);
    assert_ranges(line, "a statement", [annotation.range]);
    assert_ranges(line, "an error", errors.iter().map(|error| error.range.clone()));
    let (expression, _) = parse_expression(line);
    let _ = evaluate_expression(&expression).0.value.to_string();

    for (language, text) in [
        (Language::Cuda, format!("// cute: {line}\nauto a = f(x); // {line}\n/* {line} */")),
        (Language::Python, format!("# cute: {line}\na = f(x)  # {line}\n")),
        (Language::Rust, format!("// cute: {line}\nlet a = f(x); // {line}\n")),
    ] {
        let (file, _) = parse(language, &text, None);
        let evaluation = evaluate(&file, &text);
        assert_eq!(evaluation.comments.len(), file.comments.len(), "{text:?}");
        assert_ranges(&text, "a problem", evaluation.problems.iter().map(|problem| problem.range.clone()));
        assert_ranges(&text, "a value", evaluation.nodes.iter().map(|node| node.range.clone()));
    }
}
