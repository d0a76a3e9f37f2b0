//! Programs that were compiled with CuTe's headers and run: what they hold is never shown with another value.

use layout_algebra::symbolic::Facts;
use layoutlens_eval::Value;

use crate::fixture::cpp;

/// A program that makes a layout of a number.
pub(crate) struct Executed {
    /// What stands outside of functions.
    outside: &'static str,
    /// The statements of `main`, behind `int d = 4;`.
    inside: &'static str,
    /// The number.
    number: &'static str,
    /// What it was when the program ran.
    truth: i64,
    /// Whether it is certain here; else it may be unknown.
    is_certain: bool,
}

/// A program whose number, `d` if nothing else is said, is certain.
pub(crate) const fn certain(
    outside: &'static str,
    inside: &'static str,
    number: &'static str,
    truth: i64,
) -> Executed {
    Executed { outside, inside, number, truth, is_certain: true }
}

/// A program whose number may be unknown.
pub(crate) const fn open(
    outside: &'static str,
    inside: &'static str,
    number: &'static str,
    truth: i64,
) -> Executed {
    Executed { outside, inside, number, truth, is_certain: false }
}

/// Holds every program to what it held when it ran.
#[track_caller]
pub(crate) fn check(programs: &[Executed]) {
    let failures: Vec<String> = programs.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), programs.len(), failures.join("\n"));
}

fn failure(program: &Executed) -> Option<String> {
    let Executed { outside, inside, number, truth, is_certain } = program;
    let code = format!(
        "{outside}\nint main() {{\nint d = 4;\n{inside}\nauto l = make_layout(make_shape({number}, Int<2>{{}}));\n}}\n"
    );
    let evaluation = cpp(&code, &Facts::default());
    let shown: Vec<String> = evaluation
        .variables
        .iter()
        .filter(|variable| variable.name == "l")
        .flat_map(|variable| &variable.answers)
        .filter(|answer| !matches!(answer.evaluated.value, Value::Unknown(_)))
        .map(|answer| answer.evaluated.value.to_string())
        .collect();
    let right = format!("({truth},2):(1,{truth})");
    // A name stands for whatever number the program holds.
    let is_number = |text: &String| !text.contains(|sign: char| sign.is_ascii_alphabetic() || sign == '?');
    let is_wrong = shown.iter().any(|text| is_number(text) && *text != right);
    let is_lost = *is_certain && shown != [right.clone()];
    (is_wrong || is_lost).then(|| format!("{shown:?}, not {right}:\n{outside}\n{inside} .. {number}"))
}
