//! Expressions in which no name is bound: what a bench, a link or another program can read anywhere.

use std::ops::Range;

use layoutlens_eval::{Evaluated, Operation, Value, evaluate_shown};
use layoutlens_syntax::parse_expression;
use layoutlens_world::Analysis;

use crate::host_name::{is_identifier, meant};

/// The expression of a statement at `range` with the values of the names in it, as far as these can be read again: the operands
/// that it was made from are still there. `None` where it would come to something else.
pub fn unbound(analysis: &Analysis, range: Range<usize>, evaluated: &Evaluated) -> Option<String> {
    let start = range.start;
    let document = &analysis.text;
    let mut text = document.get(range.clone())?.trim_end().to_owned();
    let nodes = analysis.evaluation.nodes.iter();
    let mut names: Vec<_> = nodes
        .filter(|node| range.start <= node.range.start && node.range.end <= range.end)
        .filter(|node| node.evaluated.value.is_layout())
        .filter(|node| document.get(node.range.clone()).is_some_and(is_identifier))
        .collect();
    names.sort_by_key(|node| std::cmp::Reverse(node.range.start));
    names.dedup_by_key(|node| node.range.start);
    for node in names {
        let range = node.range.start - start..node.range.end - start;
        text.get(range.clone())?;
        let value = match range == (0..text.len()) {
            true => node.evaluated.value.to_string(),
            false => format!("({})", node.evaluated.value),
        };
        text.replace_range(range, &value);
    }
    // A statement of several lines has the leaders of its comments in it.
    let text = text.replace(['\n', '\r'], " ");
    comes_to(&text, &evaluated.value).then_some(text)
}

/// Whether a text without names is an expression of this value.
pub(crate) fn comes_to(text: &str, value: &Value) -> bool {
    let (expr, errors) = parse_expression(text);
    errors.is_empty() && {
        let (again, problems) = evaluate_shown(&expr);
        problems.is_empty() && again.value == *value
    }
}

/// An expression that somebody types beside a document, with the values of the names that are visible at `offset`.
pub fn with_names_at(analysis: &Analysis, offset: usize, expression: &str) -> String {
    let mut text = String::with_capacity(expression.len());
    let mut rest = expression;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        let (before, from) = rest.split_at(start);
        text.push_str(before);
        let length = from.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
        let (word, behind) = from.split_at(length.unwrap_or(from.len()));
        // `f5` of a layout and `8_c` are numbers; what is called is an operation.
        let is_part = before.ends_with(|letter: char| letter.is_ascii_digit());
        match value_of(analysis, offset, word).filter(|_| !is_part && Operation::named(word).is_none()) {
            Some(value) => text.push_str(&format!("({value})")),
            None => text.push_str(word),
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// The value of a name at `offset`: of the last statement before it that binds it, or of the code.
fn value_of(analysis: &Analysis, offset: usize, name: &str) -> Option<Value> {
    use layoutlens_eval::Meaning;
    use layoutlens_syntax::Statement;
    let file = &analysis.file;
    let scope = file.scope_at(offset);
    let mut bound = file.annotations.iter().zip(&analysis.evaluation.statements).rev();
    let of_statement = bound.find_map(|(annotation, meaning)| match (&annotation.statement, meaning) {
        (Statement::Let { name: bound, .. }, Meaning::Value(evaluated))
            if bound.text == name && file.encloses(annotation.scope, scope) =>
        {
            Some(&evaluated.value)
        }
        _ => None,
    });
    if let Some(value) = of_statement {
        return value.is_layout().then(|| value.clone());
    }
    let host = &analysis.evaluation.host;
    let named: Vec<_> = host.variables.iter().filter(|variable| variable.name == name).collect();
    let variable = meant(file.language, &named, offset)?;
    let value = variable.value_for_statements().ok()?.value;
    value.is_layout().then_some(value)
}
