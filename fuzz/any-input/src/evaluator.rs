//! Any text as code without any other file: it is run, twice, and gives the same values both times (of several reasons why
//! there is none, another may be told); what it shows stands in the text.

use std::sync::Arc;

use crate::{Source, assert_ranges};
use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value, evaluate_beside,
    host::{HostEvaluation, HostFile, evaluate_program},
};
use layoutlens_library::of_language;
use layoutlens_syntax::{parse, read_program};

/// A letter for a language, and code.
///
/// # Panics
/// Where what the file says does not hold.
pub fn evaluator(input: &str) {
    let Some(Source { language, text }) = Source::of(input) else { return };
    let (file, tree) = parse(language, text, None);
    let program = Arc::new(read_program(language, text, &tree));
    let files = [HostFile { name: "fuzzed".to_owned(), language, program }];
    let host = evaluate_program(&files, &Facts::default(), of_language);
    let again = evaluate_program(&files, &Facts::default(), of_language);
    assert_eq!(values(&host), values(&again), "{text:?}");
    assert_ranges(text, "a name", host.variables.iter().map(|variable| variable.range.clone()));
    assert_ranges(text, "a call", host.nodes.iter().map(|node| node.range.clone()));

    let evaluation = evaluate_beside(&file, text, host);
    assert_eq!(evaluation.statements.len(), file.annotations.len(), "{text:?}");
    assert_ranges(text, "a problem", evaluation.problems.iter().map(|problem| problem.range.clone()));
}

/// Each name with the text of its values; `None` is one that is unknown.
fn values(host: &HostEvaluation) -> Vec<(&str, Vec<Option<String>>)> {
    let shown = |value: &Value| match value {
        Value::Unknown(_) => None,
        value => Some(value.to_string()),
    };
    let of = |variable: &'_ layoutlens_eval::host::Variable| -> Vec<Option<String>> {
        variable.answers.iter().map(|answer| shown(&answer.evaluated.value)).collect()
    };
    host.variables.iter().map(|variable| (variable.name.as_str(), of(variable))).collect()
}
