//! What is shown of a fixture, held against its marks.

use std::{fmt::Write, ops::Range};

use layoutlens_eval::{
    Problem, Severity, Value, Verdict,
    host::{Answer, HostEvaluation, HostValue, Supposed, Variable},
};

use crate::{
    mark::{Claim, Mark, Stated},
    printed::printed,
};

/// What does not hold, each with the line of the fixture that it is about.
pub(crate) fn differences(text: &str, evaluation: &HostEvaluation, marks: &[Mark]) -> Vec<(usize, String)> {
    let lines = Lines::of(text);
    let mut found = Vec::new();
    for mark in marks {
        if let Some(difference) = difference(mark, marks, evaluation, &lines) {
            found.push((mark.line, difference));
        }
    }
    for problem in evaluation.problems.iter().filter(|problem| !is_stated(problem, marks, &lines)) {
        found
            .push((lines.at(problem.range.start), format!("no mark states this {}", shown_problem(problem))));
    }
    found.sort_by_key(|(line, _)| *line);
    found
}

fn difference(mark: &Mark, marks: &[Mark], evaluation: &HostEvaluation, lines: &Lines) -> Option<String> {
    match &mark.claim {
        Claim::Name { name, .. } => match declared(name.as_deref(), mark.about, evaluation, lines) {
            Ok(variable) => of_variable(mark, marks, variable, evaluation, lines),
            Err(why) => Some(why),
        },
        Claim::Problem { is_error, code, message } => {
            let here: Vec<&Problem> = evaluation
                .problems
                .iter()
                .filter(|problem| lines.are_of(&problem.range, mark.about))
                .collect();
            let is_meant = |problem: &&Problem| {
                problem.code.as_str() == code
                    && (problem.code.severity() == Severity::Error) == *is_error
                    && problem.message.contains(message)
            };
            (!here.iter().any(is_meant)).then(|| match here.as_slice() {
                [] => format!("no problem is reported in line {}", mark.about),
                here => listed("reported", here.iter().map(|problem| shown_problem(problem))),
            })
        }
        Claim::Nothing => {
            let names = names_of(mark.about, evaluation, lines);
            (!names.is_empty())
                .then(|| listed("declared", names.iter().map(|variable| variable.name.clone())))
        }
    }
}

/// Holds the marks of one variable against all that is shown of it; told at the first of them.
fn of_variable(
    mark: &Mark,
    marks: &[Mark],
    variable: &Variable,
    evaluation: &HostEvaluation,
    lines: &Lines,
) -> Option<String> {
    let of_it = |other: &&Mark| match &other.claim {
        Claim::Name { name, .. } => declared(name.as_deref(), other.about, evaluation, lines)
            .is_ok_and(|declared| std::ptr::eq(declared, variable)),
        _ => false,
    };
    let all: Vec<&Mark> = marks.iter().filter(of_it).collect();
    if all.first().is_some_and(|first| *first != mark) {
        return None;
    }
    let stated: Vec<&Stated> = all
        .iter()
        .filter_map(|mark| match &mark.claim {
            Claim::Name { stated, .. } => Some(stated),
            _ => None,
        })
        .collect();
    let all_shown = shown(variable);
    let without_reason: Vec<Shown<'_>> =
        all_shown.iter().filter(|shown| !shown.is_unknown()).copied().collect();
    let agree = |shown: &[Shown<'_>]| {
        shown.len() == stated.len() && shown.iter().zip(&stated).all(|(shown, stated)| shown.is(stated))
    };
    // Beside what is supposed, that nothing is known goes without saying.
    let holds = agree(&all_shown) || !variable.supposed.is_empty() && agree(&without_reason);
    (!holds).then(|| listed("shown", all_shown.iter().map(|shown| shown.text(&variable.name, &stated))))
}

fn listed(what: &str, items: impl Iterator<Item = String>) -> String {
    items.fold(format!("{what} instead:"), |mut text, item| {
        let _ = write!(text, "\n    {item}");
        text
    })
}

/// The variable that a mark speaks of.
fn declared<'e>(
    name: Option<&str>,
    about: usize,
    evaluation: &'e HostEvaluation,
    lines: &Lines,
) -> Result<&'e Variable, String> {
    let mut here = names_of(about, evaluation, lines);
    let all: Vec<&str> = here.iter().map(|variable| variable.name.as_str()).collect();
    let all = all.join(", ");
    here.retain(|variable| name.is_none_or(|name| variable.name == name));
    match here.as_slice() {
        [only] => Ok(only),
        [] if all.is_empty() => Err(format!("line {about} declares nothing")),
        [] => Err(format!("line {about} declares {all}")),
        _ => Err(format!("line {about} declares {all}: say of which one, or put them on lines of their own")),
    }
}

/// What a line declares: names that stand there, and those of statements that end there.
fn names_of<'e>(about: usize, evaluation: &'e HostEvaluation, lines: &Lines) -> Vec<&'e Variable> {
    let stands = |variable: &&Variable| lines.at(variable.range.start) == about;
    let standing: Vec<&Variable> = evaluation.variables.iter().filter(stands).collect();
    if !standing.is_empty() {
        return standing;
    }
    let ends = |variable: &&Variable| lines.at(variable.statement.end.saturating_sub(1)) == about;
    evaluation.variables.iter().filter(ends).collect()
}

fn is_stated(problem: &Problem, marks: &[Mark], lines: &Lines) -> bool {
    marks.iter().any(|mark| match &mark.claim {
        Claim::Problem { code, message, .. } => {
            lines.are_of(&problem.range, mark.about)
                && problem.code.as_str() == code
                && problem.message.contains(message)
        }
        _ => false,
    })
}

fn shown_problem(problem: &Problem) -> String {
    let severity = if problem.code.severity() == Severity::Error { "error" } else { "warning" };
    format!("{severity} {}: {}", problem.code.as_str(), problem.message)
}

/// One thing that is shown of a name.
#[derive(Debug, Clone, Copy)]
enum Shown<'e> {
    Answer(&'e Answer),
    Supposed(&'e Supposed),
}

/// All that is shown of a variable: an answer a call site, then what is supposed.
fn shown(variable: &Variable) -> Vec<Shown<'_>> {
    let supposed = variable.supposed.iter().map(Shown::Supposed);
    variable.answers.iter().map(Shown::Answer).chain(supposed).collect()
}

impl Shown<'_> {
    fn answer(&self) -> &Answer {
        match self {
            Self::Answer(answer) => answer,
            Self::Supposed(supposed) => &supposed.answer,
        }
    }

    /// Why it has no layout, tuple or integer.
    fn reason(&self) -> Option<&str> {
        self.answer().evaluated.value.unknown_reason()
    }

    fn is_unknown(&self) -> bool {
        matches!(self, Self::Answer(_)) && self.reason().is_some()
    }

    fn holds_for(&self) -> Option<String> {
        self.answer().holds_for()
    }

    /// The value as hints show it; types, strings and such by their own text.
    fn value(&self) -> String {
        let answer = self.answer();
        let text = match (&answer.evaluated.value, &answer.value) {
            (Value::Unknown(_), HostValue::Value(_)) => return String::new(),
            (Value::Unknown(_), value) => value.shown(),
            (value, _) => value.to_string(),
        };
        match &answer.evaluated.verdict {
            Verdict::Unproved { .. } => format!("unproved {text}"),
            _ => text,
        }
    }

    fn is(&self, stated: &Stated) -> bool {
        match (stated, self) {
            (Stated::Value { text, holds_for, condition: None }, Self::Answer(_)) => {
                self.value() == *text && self.holds_for() == *holds_for
            }
            (Stated::Value { text, condition: Some(condition), .. }, Self::Supposed(supposed)) => {
                self.value() == *text && supposed.condition.to_string() == *condition
            }
            (Stated::Printed { text, holds_for }, Self::Answer(answer)) => {
                printed(&answer.value) == *text && self.holds_for() == *holds_for
            }
            (Stated::Unknown { reason, holds_for }, Self::Answer(_)) => {
                self.reason().is_some_and(|why| why.contains(reason)) && self.holds_for() == *holds_for
            }
            _ => false,
        }
    }

    /// As a mark states it, in the form of the marks that are there.
    fn text(&self, name: &str, stated: &[&Stated]) -> String {
        let holds = self.holds_for().map(|site| format!(" [{site}]")).unwrap_or_default();
        let are_printed = stated.iter().any(|stated| matches!(stated, Stated::Printed { .. }));
        match (self, self.reason()) {
            (Self::Supposed(supposed), _) => format!("{name} = {} if {}", self.value(), supposed.condition),
            (_, Some(reason)) => format!("{name} unknown: {reason}{holds}"),
            (Self::Answer(answer), None) if are_printed => {
                format!("{name} prints {}{holds}", printed(&answer.value))
            }
            (_, None) => format!("{name} = {}{holds}", self.value()),
        }
    }
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line of a byte, from 1.
    fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|&begin| begin <= byte)
    }

    /// Whether a range begins or ends in a line.
    fn are_of(&self, range: &Range<usize>, line: usize) -> bool {
        let last = range.end.saturating_sub(1).max(range.start);
        self.at(range.start) == line || self.at(last) == line
    }
}
