//! What the DSL prints beside what we show.

use std::{path::Path, process::Command};

use serde::Deserialize;

use super::{
    program::Program,
    truth::{Told, Truth},
};
use crate::{alarm, error::Error};

/// A name of the program, as `layoutlens inspect` knows it.
#[derive(Debug, Deserialize)]
struct Inspected {
    line: usize,
    name: Option<String>,
    kind: String,
    layouts: Vec<Shown>,
    unknown: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Shown {
    text: String,
    when: Option<String>,
}

/// What we say of a value.
#[derive(Debug)]
pub(super) enum Judged {
    Right,
    Unknown(String),
    /// The program is only compiled, and what it prints then says less than we do.
    Undecided,
    Wrong(String),
}

/// Compares every variable of a program that the DSL told of.
pub(super) fn compare(
    binary: &Path,
    file: &Path,
    program: &Program,
    truth: &Truth,
) -> Result<Vec<Judged>, Error> {
    let output = alarm::output(Command::new(binary).arg("inspect").arg(file).args(["--format", "json"]))?;
    let all: Vec<Inspected> = serde_json::from_str(&output)
        .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.display())))?;
    let has_constants = has_constants(program);
    let mut judged = Vec::new();
    for (index, line) in program.lines.iter().enumerate() {
        let Some((number, name)) = &line.shown else { continue };
        let told: Vec<&Told> = truth.values.iter().filter(|told| told.number == *number).collect();
        if told.is_empty() {
            continue;
        }
        let inspected = all.iter().find(|inspected| {
            inspected.kind == "binding"
                && inspected.line == index + 1
                && inspected.name.as_deref() == Some(name)
        });
        judged.push(match inspected {
            Some(inspected) if !inspected.layouts.is_empty() => {
                let at = format!("{}:{} `{}`", file.display(), index + 1, line.text);
                of_value(&inspected.layouts, &told, has_constants, &at)
            }
            Some(Inspected { unknown: Some(reason), .. }) => Judged::Unknown(reason.clone()),
            _ => Judged::Unknown(format!("nothing is said of `{}`", line.text)),
        });
    }
    Ok(judged)
}

/// Whether the program makes integers of run time of numbers: they are known to us, and `?` to the DSL's compiler.
fn has_constants(program: &Program) -> bool {
    program.lines.iter().any(|line| {
        ["cutlass.Int32(", "cutlass.Int64("].iter().any(|call| {
            line.text
                .split(call)
                .skip(1)
                .any(|given| given.starts_with(|letter: char| letter.is_ascii_digit()))
        })
    })
}

/// A value without a condition stands for every time that the line is run; one with a condition for some of them, which
/// are not told apart here.
fn of_value(shown: &[Shown], told: &[&Told], has_constants: bool, at: &str) -> Judged {
    let fits: Vec<Fit> = match shown {
        [only] if only.when.is_none() => {
            told.iter().map(|told| fit(&only.text, told, has_constants)).collect()
        }
        several => several
            .iter()
            .map(|shown| {
                told.iter().map(|told| fit(&shown.text, told, has_constants)).max().unwrap_or(Fit::Wrong)
            })
            .collect(),
    };
    match fits.iter().min() {
        Some(Fit::Right) => Judged::Right,
        Some(Fit::Open) => Judged::Unknown("a number is not known".to_owned()),
        Some(Fit::Undecided) => Judged::Undecided,
        _ => {
            let ours: Vec<String> = shown
                .iter()
                .map(|shown| match &shown.when {
                    Some(when) => format!("{} if {when}", shown.text),
                    None => shown.text.clone(),
                })
                .collect();
            let theirs: Vec<&str> = told.iter().map(|told| told.text.as_str()).collect();
            Judged::Wrong(format!(
                "{at}: we show {}, the DSL prints {}",
                ours.join(" | "),
                theirs.join(" | ")
            ))
        }
    }
}

/// How what we show fits what was printed, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Wrong,
    /// A number may be that of a constant, which the DSL prints when the program runs, and it does not run.
    Undecided,
    /// A number is left open that the DSL knows.
    Open,
    Right,
}

fn fit(ours: &str, told: &Told, has_constants: bool) -> Fit {
    let (ours, theirs) = (tokens(ours), tokens(&told.text));
    let theirs = if ours.iter().any(|token| token == ":") { theirs } else { sizes_of_tiler(theirs) };
    let at_run_time = told.at_run_time.as_deref().map(tokens);
    if ours.len() != theirs.len() {
        return Fit::Wrong;
    }
    let mut worst = Fit::Right;
    for (index, (own, their)) in ours.iter().zip(&theirs).enumerate() {
        let fit = match (own.as_str(), their.as_str()) {
            (own, their) if own == their => Fit::Right,
            // A number that the DSL prints when the program runs.
            (_, "?") => match at_run_time.as_ref().map(|tokens| tokens.get(index)) {
                Some(Some(number)) if number == own => Fit::Right,
                // It is only compiled, or runs the line several times.
                Some(None) | None if has_constants => Fit::Undecided,
                _ => Fit::Wrong,
            },
            ("?", _) => Fit::Open,
            _ => Fit::Wrong,
        };
        worst = worst.min(fit);
    }
    worst
}

/// A tuple of layouts `n:1` as the sizes of the tiler that it is: `(8:1,32:1)` is `(8,32)`.
fn sizes_of_tiler(tokens: Vec<String>) -> Vec<String> {
    let is_size = |token: &String| token.chars().all(|letter| letter.is_ascii_digit());
    let mut sizes: Vec<String> = Vec::new();
    let mut rest = tokens.as_slice();
    while let [first, behind @ ..] = rest {
        rest = match behind {
            [colon, one, after @ ..] if is_size(first) && colon == ":" && one == "1" => after,
            _ => behind,
        };
        sizes.push(first.clone());
    }
    if sizes.iter().any(|token| token == ":") { tokens } else { sizes }
}

/// Numbers, brackets and operators of a layout; what is known at run time only is `?`.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut braces = 0_usize;
    let mut depth_of_term = 0_usize;
    let flush = |word: &mut String, tokens: &mut Vec<String>| {
        if !word.is_empty() {
            let is_known =
                word.chars().all(|letter| letter.is_ascii_digit() || letter == '-' || letter == '@')
                    || matches!(word.as_str(), "_" | "o" | "S");
            tokens.push(if is_known { word.clone() } else { "?".to_owned() });
            word.clear();
        }
    };
    for letter in text.chars() {
        match letter {
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ if braces > 0 => {}
            ' ' => {}
            // A term of run time: `(n+1)/4`, `ceil(n,4)`.
            '(' if !word.is_empty() && word != "S" => {
                depth_of_term += 1;
                word.push('?');
            }
            ')' if depth_of_term > 0 => depth_of_term -= 1,
            ',' if depth_of_term > 0 => {}
            '(' | ')' | ',' | ':' | '<' | '>' if depth_of_term == 0 => {
                flush(&mut word, &mut tokens);
                tokens.push(letter.to_string());
            }
            _ => word.push(letter),
        }
    }
    flush(&mut word, &mut tokens);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, at_run_time: Option<&str>) -> Told {
        Told { number: 1, text: text.to_owned(), at_run_time: at_run_time.map(str::to_owned) }
    }

    #[test]
    fn a_name_of_run_time_is_a_question_mark() {
        let is_compiled = |text: &str| told(text, None);
        let fit = |ours: &str, told: &Told| fit(ours, told, false);
        assert_eq!(fit("(n,4):(1,n)", &is_compiled("(?,4):(1,?{div=4})")), Fit::Right);
        assert_eq!(fit("(2*n+1,4):(1,2*n+1)", &is_compiled("(?,4):(1,?)")), Fit::Right);
        assert_eq!(fit("(?,4):(1,4)", &is_compiled("(8,4):(1,4)")), Fit::Open);
        assert_eq!(fit("(4,4):(1,4)", &is_compiled("(?,4):(1,?)")), Fit::Wrong);
        assert_eq!(fit("(4,4):(1,4)", &told("(?,4):(1,?)", Some("(4,4):(1,4)"))), Fit::Right);
        assert_eq!(fit("(4,4):(1,4)", &is_compiled("(4,4):(4,1)")), Fit::Wrong);
    }

    #[test]
    fn a_number_beside_a_question_mark_is_not_decided_where_a_constant_may_stand() {
        let is_compiled = told("(?,4):(1,?)", None);
        assert_eq!(fit("(4,4):(1,4)", &is_compiled, true), Fit::Undecided);
        assert_eq!(fit("(4,8):(1,4)", &is_compiled, true), Fit::Wrong);
        let runs = told("(?,4):(1,?)", Some("(8,4):(1,8)"));
        assert_eq!(fit("(4,4):(1,4)", &runs, true), Fit::Wrong);
    }

    #[test]
    fn a_tiler_is_its_sizes_or_layouts_of_stride_1() {
        assert_eq!(fit("(8,32)", &told("(8:1,32:1)", None), false), Fit::Right);
        assert_eq!(fit("(8,32)", &told("(8:2,32:1)", None), false), Fit::Wrong);
        assert_eq!(fit("(8,32):(1,8)", &told("(8:1,32:1)", None), false), Fit::Wrong);
    }

    #[test]
    fn a_value_under_a_condition_is_printed_for_one_call_at_least() {
        let shown = |text: &str, when: Option<&str>| {
            vec![Shown { text: text.to_owned(), when: when.map(str::to_owned) }]
        };
        let (one, other) = (told("(1,1):(0,0)", None), told("(?,1):(1,0)", None));
        let told = [&one, &other];
        assert!(matches!(of_value(&shown("(n,1):(1,0)", Some("v = n")), &told, false, ""), Judged::Right));
        assert!(matches!(of_value(&shown("(n,1):(1,0)", None), &told, false, ""), Judged::Wrong(_)));
        assert!(matches!(of_value(&shown("(3,1):(1,0)", Some("v = 3")), &told, false, ""), Judged::Wrong(_)));
    }
}
