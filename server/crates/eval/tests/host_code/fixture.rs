//! A file as a fixture, and what its names stand for.

use std::sync::Arc;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value,
    host::{Answer, HostEvaluation, HostFile, evaluate_program},
};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

/// Compares what names of a C++ file stand for with the expected lines: `name = value`, with ` [call site]` behind it
/// where there are several answers, or `name is unknown`. Names that are not listed may be anything.
#[track_caller]
pub(crate) fn check(code: &str, expected: &[&str]) {
    compare(&cpp(code, &Facts::default()), expected);
}

/// Like [`check`], with facts that statements give.
#[track_caller]
pub(crate) fn check_with(facts: &Facts, code: &str, expected: &[&str]) {
    compare(&cpp(code, facts), expected);
}

/// Like [`check`], of a Python file.
#[track_caller]
pub(crate) fn check_python(code: &str, expected: &[&str]) {
    compare(&evaluation(Language::Python, code, &Facts::default()), expected);
}

/// The evaluation of a C++ file that uses CuTe.
pub(crate) fn cpp(code: &str, facts: &Facts) -> HostEvaluation {
    let code = format!("#include <cute/tensor.hpp>\nusing namespace cute;\n{code}");
    evaluation(Language::Cuda, &code, facts)
}

/// The evaluation of a file.
pub(crate) fn evaluation(language: Language, code: &str, facts: &Facts) -> HostEvaluation {
    let (_, tree) = parse(language, code, None);
    let program = Arc::new(read_program(language, code, &tree));
    evaluate_program(&[HostFile { name: "fixture".to_owned(), language, program }], facts, of_language)
}

/// Compares what names stand for in an evaluation with the expected lines.
#[track_caller]
pub(crate) fn compare(evaluation: &HostEvaluation, expected: &[&str]) {
    let names: Vec<&str> =
        expected.iter().map(|line| line.split_whitespace().next().unwrap_or_default()).collect();
    let found: Vec<String> = evaluation
        .variables
        .iter()
        .filter(|variable| names.contains(&variable.name.as_str()))
        .flat_map(|variable| variable.answers.iter().map(|answer| described(&variable.name, answer)))
        .collect();
    assert_eq!(found, expected);
}

fn described(name: &str, answer: &Answer) -> String {
    let site = answer.site.as_ref().map(|site| format!(" [{}]", site.label)).unwrap_or_default();
    match &answer.evaluated.value {
        Value::Unknown(_) => format!("{name} is unknown{site}"),
        value => format!("{name} = {value}{site}"),
    }
}
