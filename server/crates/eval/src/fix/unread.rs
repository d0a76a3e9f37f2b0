//! A statement that cannot be read, and can with a bracket, a word or a sign more or less.

use std::ops::Range;

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{RUN_OPTIONS, STATEMENTS, nearest};

use super::trial::{Trial, replacement};

/// What makes the statement one that is read. Where some of it also has a meaning, only that.
pub(super) fn fixes(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let read: Vec<(Replacement, bool)> = candidates(problem, trial)
        .into_iter()
        .filter_map(|fix| {
            let outcome = trial.outcome(&fix)?;
            Some((fix, outcome.problems.is_empty() && outcome.is_settled))
        })
        .collect();
    let has_meaning = read.iter().any(|(_, is_clean)| *is_clean);
    read.into_iter().filter(|(_, is_clean)| *is_clean || !has_meaning).map(|(fix, _)| fix).collect()
}

fn candidates(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let mut fixes = Vec::new();
    let (range, found) = (&problem.range, trial.text(&problem.range));
    let end = trial.start + trial.line.trim_end().len();
    match found {
        ")" | "]" | "}" | ">" => {
            fixes.push(replacement(format!("remove `{found}`"), range, ""));
            if let Some(wanted) = wanted_closing(trial, range.start) {
                fixes.push(replacement(format!("close with `{wanted}`"), range, wanted));
            }
        }
        "(" | "<" | "[" | "{" => fixes.extend(closed(trial, range, end)),
        "=" => fixes.push(safe(replacement("compare with `==`", range, "=="))),
        ";" => fixes.push(safe(replacement("remove `;`", range, ""))),
        ":" | "::" => {
            fixes.push(replacement("remove the second `:`", range, if found == "::" { ":" } else { "" }))
        }
        "," => fixes.push(replacement("remove `,`", range, "")),
        _ => {}
    }
    if trial.line.contains(['[', ']']) {
        let line = trial.line.replace('[', "(").replace(']', ")");
        let whole = trial.start..trial.start + trial.line.len();
        fixes.push(replacement("write `(` and `)` for `[` and `]`", &whole, line));
    }
    if let Some(statement) = nearest(found, STATEMENTS) {
        fixes.push(safe(replacement(format!("use `{statement}`"), range, statement)));
    }
    if let Some(option) = nearest(found, RUN_OPTIONS) {
        fixes.push(safe(replacement(format!("use `{option}`"), range, option)));
    }
    let start = trial.start..trial.start;
    if range.start == trial.start {
        fixes.push(safe(replacement("show the value", &start, "show ")));
        fixes.push(replacement("assert it", &start, "assert "));
    }
    fixes
}

fn safe(fix: Replacement) -> Replacement {
    Replacement { is_safe: true, ..fix }
}

/// The bracket that would close what is open in front of the byte `at` of the document.
fn wanted_closing(trial: &Trial<'_>, at: usize) -> Option<&'static str> {
    let before = trial.text(&(trial.start..at));
    open_brackets(before).last().and_then(|open| closing(*open))
}

/// Brackets that are open behind a text; `<` is one only where the others leave it.
fn open_brackets(text: &str) -> Vec<char> {
    let mut open = Vec::new();
    for sign in text.chars() {
        match sign {
            '(' | '[' | '{' => open.push(sign),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
    }
    open
}

fn closing(open: char) -> Option<&'static str> {
    Some(match open {
        '(' => ")",
        '[' => "]",
        '{' => "}",
        '<' => ">",
        _ => return None,
    })
}

/// The bracket at `open` closed: in front of the sign that ends what it holds, or at the end.
fn closed(trial: &Trial<'_>, open: &Range<usize>, end: usize) -> Vec<Replacement> {
    let Some(close) = trial.text(open).chars().next().and_then(closing) else { return Vec::new() };
    let inside = open.end..end;
    let mut places: Vec<usize> = Vec::new();
    let mut depth = 0_usize;
    for (at, letter) in trial.text(&inside).char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            // A shape ends at its colon, a value at a comparison, the operand of a run at its arrow.
            ':' | '=' | '!' | '-' if depth == 0 => {
                let before = trial.text(&(inside.start..inside.start + at)).trim_end();
                places.push(inside.start + before.len());
            }
            _ => {}
        }
    }
    places.push(end);
    places.dedup();
    let missing = |at: usize| {
        // What else is open at the end is closed with it.
        let others = open_brackets(trial.text(&(trial.start..at)));
        let all: String = match at == end {
            true => others.iter().rev().filter_map(|open| closing(*open)).collect(),
            false => close.to_owned(),
        };
        if all.is_empty() { close.to_owned() } else { all }
    };
    places
        .into_iter()
        .map(|at| replacement(format!("add `{}`", missing(at)), &(at..at), missing(at)))
        .collect()
}
