//! Prints what host code means: `cargo run -p layoutlens-eval --example host -- FILE [--time] [--unknown]`.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::{path::Path, process::ExitCode, sync::Arc, time::Instant};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::{
    Value,
    host::{HostFile, evaluate_program},
};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

/// How often the evaluation is repeated to time it.
const ROUNDS: u32 = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_given = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let mut is_read = true;
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        match std::fs::read_to_string(path) {
            Ok(text) => show(path, &text, is_given("--unknown"), is_given("--time")),
            Err(error) => {
                println!("{path}: {error}");
                is_read = false;
            }
        }
    }
    if is_read { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn show(path: &str, text: &str, only_unknown: bool, is_timed: bool) {
    let language = match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("py") => Language::Python,
        Some("rs") => Language::Rust,
        _ => Language::Cuda,
    };
    let (_, tree) = parse(language, text, None);
    let program = Arc::new(read_program(language, text, &tree));
    let files = [HostFile { name: path.to_owned(), language, program }];
    let began = Instant::now();
    let evaluation = evaluate_program(&files, &Facts::default(), of_language);
    if is_timed {
        for _ in 1..ROUNDS {
            evaluate_program(&files, &Facts::default(), of_language);
        }
        println!("{path}: {:?} an evaluation", began.elapsed() / ROUNDS);
    }
    let line_of = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let mut known = 0;
    for variable in &evaluation.variables {
        known += usize::from(
            variable.answers.iter().all(|answer| !matches!(answer.evaluated.value, Value::Unknown(_))),
        );
        for answer in &variable.answers {
            let shown = match &answer.evaluated.value {
                Value::Unknown(unknown) => format!("-- {}", unknown.reason),
                value if !only_unknown => value.to_string(),
                _ => continue,
            };
            let site = answer.site.as_ref().map(|site| format!("  [{}]", site.label)).unwrap_or_default();
            let thread = answer.thread.as_ref().map(|thread| format!("  ({thread})")).unwrap_or_default();
            println!(
                "{:5} {:?} {} = {shown}{site}{thread}",
                line_of(variable.range.start),
                variable.kind,
                variable.name
            );
        }
    }
    for variable in &evaluation.variables {
        for supposed in &variable.supposed {
            println!(
                "{:5} {:?} {} = {} if {}",
                line_of(variable.range.start),
                variable.kind,
                variable.name,
                supposed.answer.evaluated.value,
                supposed.condition
            );
        }
    }
    for problem in &evaluation.problems {
        println!("{:5} {}: {}", line_of(problem.range.start), problem.code.as_str(), problem.message);
    }
    println!("{path}: {known} of {} names have a value", evaluation.variables.len());
}
