//! Python code as a fixture, and what its variables hold.

use std::sync::Arc;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value,
    host::{Answer, HostFile, Variable, evaluate_program},
};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

/// Compares variables of the first of several files.
#[track_caller]
pub(crate) fn check_program(files: &[(&str, &str)], expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let variables = variables(files);
    let found: Vec<String> = expected
        .iter()
        .map(|line| {
            let name = line.split_whitespace().next().unwrap_or_default();
            match variables.iter().rev().find(|variable| variable.name == name) {
                Some(variable) => described(variable),
                None => format!("{name} is not declared"),
            }
        })
        .collect();
    assert_eq!(found.join("\n"), expected.join("\n"));
}

/// What the first of several files declares.
pub(crate) fn variables(files: &[(&str, &str)]) -> Vec<Variable> {
    let files: Vec<HostFile> = files
        .iter()
        .map(|(name, text)| {
            let (_, tree) = parse(Language::Python, text, None);
            let program = Arc::new(read_program(Language::Python, text, &tree));
            HostFile { name: (*name).to_owned(), language: Language::Python, program }
        })
        .collect();
    let evaluation = evaluate_program(&files, &Facts::default(), of_language);
    assert_eq!(evaluation.problems, [], "the fixture is valid");
    evaluation.variables
}

fn described(variable: &Variable) -> String {
    let name = &variable.name;
    let text = |answer: &Answer| match &answer.evaluated.value {
        Value::Unknown(unknown) => format!("{name} is unknown: {}", unknown.reason),
        value => format!("{name} = {value}"),
    };
    match variable.answers.as_slice() {
        [answer] => text(answer),
        answers => format!("{name} has {} values", answers.len()),
    }
}
