//! Lines of C++ with the value that each of them has.

use std::{ops::Range, sync::Arc};

use layout_algebra::{
    IntTuple,
    symbolic::{Facts, SymbolicLayout},
};
use layoutlens_eval::{
    Leaf, Problem, Severity, Value,
    host::{HostEvaluation, HostFile, HostValue, evaluate_program},
};
use layoutlens_syntax::{Language, parse, read_program};

/// Compares the value of each line with the comment behind it, which says it as CuTe prints it: `_8` is static, `8` is
/// known at run time only. A line is an expression, or the declaration of a variable that later lines use.
#[track_caller]
pub(crate) fn check(body: &str) {
    let lines = Lines::of(body);
    let evaluation = evaluated(&lines.code(Line::declaration));
    let is_error = |problem: &&Problem| problem.code.severity() == Severity::Error;
    assert_eq!(evaluation.problems.iter().find(is_error), None, "the fixture compiles");
    let found: Vec<String> = lines
        .0
        .iter()
        .map(|line| format!("{}  // {}", line.expression, value_of(&evaluation, &line.variable)))
        .collect();
    let expected: Vec<String> =
        lines.0.iter().map(|line| format!("{}  // {}", line.expression, line.expected)).collect();
    assert_eq!(found.join("\n"), expected.join("\n"));
}

/// Compares the problem of each line with the comment behind it, which says its code; `none` where there is none.
#[track_caller]
pub(crate) fn check_refused(body: &str) {
    let lines = Lines::of(body);
    let code = lines.code(Line::statement);
    let evaluation = evaluated(&code);
    for line in &lines.0 {
        let range = line.bytes_in(&code);
        let mut codes: Vec<&str> = evaluation
            .problems
            .iter()
            .filter(|problem| range.contains(&problem.range.start))
            .map(|problem| problem.code.as_str())
            .collect();
        codes.dedup();
        let found = if codes.is_empty() { "none".to_owned() } else { codes.join(", ") };
        assert_eq!(found, line.expected, "{}", line.expression);
    }
}

/// The lines of a fixture.
struct Lines(Vec<Line>);

/// An expression, the variable that holds it, and what it is.
struct Line {
    variable: String,
    is_declared: bool,
    expression: String,
    expected: String,
}

impl Lines {
    fn of(body: &str) -> Self {
        let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
        Self(lines.enumerate().map(|(index, line)| Line::of(index, line)).collect())
    }

    /// A program of the lines.
    fn code(&self, statement: fn(&Line) -> String) -> String {
        let statements: Vec<String> = self.0.iter().map(statement).collect();
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* A, float* S, half_t* H, int k, int ld) {{
const int m = 40; const int n = 24; const int M = 256; const int N = 192;
const int bx = 1; const int by = 2; const int tid = 37;
{}
}}",
            statements.join("\n")
        )
    }
}

impl Line {
    fn of(index: usize, text: &str) -> Self {
        let (code, expected) = text.split_once("//").expect("a value stands behind the line");
        let code = code.trim().trim_end_matches(';');
        let declared = code.strip_prefix("auto ").and_then(|code| code.split_once(" = "));
        let (variable, expression) = match declared {
            Some((name, expression)) => (name.to_owned(), expression),
            None => (format!("line_{index}"), code),
        };
        let (expression, expected) = (expression.to_owned(), expected.trim().to_owned());
        Self { variable, is_declared: declared.is_some(), expression, expected }
    }

    /// The line as it stands in a function.
    fn statement(&self) -> String {
        if self.is_declared { self.declaration() } else { format!("{};", self.expression) }
    }

    /// A declaration of a variable that holds the value.
    fn declaration(&self) -> String {
        format!("auto {} = {};", self.variable, self.expression)
    }

    fn bytes_in(&self, code: &str) -> Range<usize> {
        let statement = self.statement();
        let begin = code.find(&statement).expect("the line stands in the code");
        begin..begin + statement.len()
    }
}

fn evaluated(code: &str) -> HostEvaluation {
    let (_, tree) = parse(Language::Cuda, code, None);
    let program = Arc::new(read_program(Language::Cuda, code, &tree));
    let file = HostFile { name: "kernel.cu".to_owned(), language: Language::Cuda, program };
    evaluate_program(&[file], &Facts::default())
}

fn value_of(evaluation: &HostEvaluation, name: &str) -> String {
    let variable = evaluation.variables.iter().find(|variable| variable.name == name);
    match variable.map(|variable| variable.answers.as_slice()) {
        Some([answer]) => cpp(&answer.value),
        Some(answers) => format!("{} values", answers.len()),
        None => "not declared".to_owned(),
    }
}

/// The value as a compiled program prints it.
fn cpp(value: &HostValue) -> String {
    match value {
        HostValue::Tensor(tensor) => of_algebra(&tensor.layout),
        HostValue::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(cpp).collect();
            format!("({})", elements.join(","))
        }
        HostValue::Value(value) => of_algebra(value),
        other => other.shown(),
    }
}

fn of_algebra(value: &Value) -> String {
    match value {
        Value::Tuple(tuple) => of_tuple(tuple),
        Value::SymbolicLayout(layout) => layout.cpp(),
        Value::Layout(layout) => SymbolicLayout::from(layout.as_ref()).cpp(),
        Value::CoordinateLayout(layout) => {
            SymbolicLayout::try_from(layout.as_ref()).expect("strides are bases").cpp()
        }
        Value::Composed(composed) => {
            let layout = SymbolicLayout::from(composed.layout()).cpp();
            format!("{} o _{} o {layout}", composed.swizzle(), composed.offset())
        }
        Value::Unknown(unknown) => format!("unknown: {}", unknown.reason),
        other => other.to_string(),
    }
}

fn of_tuple(tuple: &IntTuple<Leaf>) -> String {
    match tuple {
        IntTuple::Int(Leaf::Size(size)) => size.integer().cpp(),
        IntTuple::Int(Leaf::Coordinate(coordinate)) => format!("_{coordinate}"),
        IntTuple::Int(leaf) => leaf.to_string(),
        IntTuple::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(of_tuple).collect();
            format!("({})", elements.join(","))
        }
    }
}
