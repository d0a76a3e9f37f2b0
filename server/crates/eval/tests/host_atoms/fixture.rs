//! A kernel as a fixture, and what its variables hold.

use std::{fmt::Write, sync::Arc};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value,
    host::{Answer, HostFile, evaluate_program},
};
use layoutlens_syntax::{Language, parse, read_program};

/// Compares variables of a kernel's body with what is expected of them, a line each: `name = value`, with ` for thread 0`
/// behind it where it holds for that thread only, or `name is unknown: reason`. Variables that are not named may be anything.
#[track_caller]
pub(crate) fn check(body: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let answers = answers(body);
    let found: Vec<String> = expected
        .iter()
        .map(|line| {
            let name = line.split_whitespace().next().unwrap_or_default();
            match answers.iter().find(|(variable, _)| variable == name) {
                Some((_, text)) => text.clone(),
                None => format!("{name} is not declared"),
            }
        })
        .collect();
    assert_eq!(found.join("\n"), expected.join("\n"));
}

/// The variables of a kernel with this body, and what they hold.
fn answers(body: &str) -> Vec<(String, String)> {
    let code = format!(
        "#include <cute/tensor.hpp>
        using namespace cute;
        __global__ void kernel(half_t* a, float* c, int M, int K, int ld, int thread) {{
        {body}
        }}"
    );
    let (_, tree) = parse(Language::Cuda, &code, None);
    let program = Arc::new(read_program(Language::Cuda, &code, &tree));
    let file = HostFile { name: "kernel.cu".to_owned(), language: Language::Cuda, program };
    let evaluation = evaluate_program(&[file], &Facts::default());
    assert_eq!(evaluation.problems, [], "the fixture is valid");
    let text = |name: &str, answers: &[Answer]| match answers {
        [answer] => described(name, answer),
        answers => format!("{name} has {} values", answers.len()),
    };
    evaluation
        .variables
        .iter()
        .map(|variable| (variable.name.clone(), text(&variable.name, &variable.answers)))
        .collect()
}

fn described(name: &str, answer: &Answer) -> String {
    let mut text = match &answer.evaluated.value {
        Value::Unknown(unknown) => format!("{name} is unknown: {}", unknown.reason),
        value => format!("{name} = {value}"),
    };
    if let Some(thread) = &answer.thread {
        write!(text, " for {thread}").expect("a string can be written to");
    }
    text
}
