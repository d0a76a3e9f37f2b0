//! What the DSL prints beside what we show.

use std::{path::Path, process::Command};

use serde::Deserialize;

use super::{
    program::Program,
    truth::{Told, Truth},
};
use crate::{error::Error, process};

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
    Wrong(String),
}

/// Compares every variable of a program that the DSL told of.
pub(super) fn compare(
    binary: &Path,
    file: &Path,
    program: &Program,
    truth: &Truth,
) -> Result<Vec<Judged>, Error> {
    let output = process::output(Command::new(binary).arg("inspect").arg(file).args(["--format", "json"]))?;
    let all: Vec<Inspected> = serde_json::from_str(&output)
        .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.display())))?;
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
                of_value(&inspected.layouts, &told, &at)
            }
            Some(Inspected { unknown: Some(reason), .. }) => Judged::Unknown(reason.clone()),
            _ => Judged::Unknown(format!("nothing is said of `{}`", line.text)),
        });
    }
    Ok(judged)
}

/// One value stands for every time that the line is run, several for one each.
fn of_value(shown: &[Shown], told: &[&Told], at: &str) -> Judged {
    let fits: Vec<Fit> = match shown {
        [only] => told.iter().map(|told| fit(&only.text, told)).collect(),
        several => several
            .iter()
            .map(|shown| told.iter().map(|told| fit(&shown.text, told)).max().unwrap_or(Fit::Wrong))
            .collect(),
    };
    match fits.iter().min() {
        Some(Fit::Right) => Judged::Right,
        Some(Fit::Open) => Judged::Unknown("a number is not known".to_owned()),
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
    /// A number is left open that the DSL knows.
    Open,
    Right,
}

fn fit(ours: &str, told: &Told) -> Fit {
    let (ours, theirs) = (tokens(ours), tokens(&told.text));
    let at_run_time = told.at_run_time.as_deref().map(tokens);
    if ours.len() != theirs.len() {
        return Fit::Wrong;
    }
    let mut worst = Fit::Right;
    for (index, (own, their)) in ours.iter().zip(&theirs).enumerate() {
        let fit = match (own.as_str(), their.as_str()) {
            (own, their) if own == their => Fit::Right,
            // A number that the DSL prints when the program runs.
            (own, "?") => match at_run_time.as_ref().and_then(|tokens| tokens.get(index)) {
                Some(number) if number == own => Fit::Right,
                _ => Fit::Wrong,
            },
            ("?", _) => Fit::Open,
            _ => Fit::Wrong,
        };
        worst = worst.min(fit);
    }
    worst
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
        assert_eq!(fit("(n,4):(1,n)", &told("(?,4):(1,?{div=4})", None)), Fit::Right);
        assert_eq!(fit("(2*n+1,4):(1,2*n+1)", &told("(?,4):(1,?)", None)), Fit::Right);
        assert_eq!(fit("(?,4):(1,4)", &told("(8,4):(1,4)", None)), Fit::Open);
        assert_eq!(fit("(4,4):(1,4)", &told("(?,4):(1,?)", None)), Fit::Wrong);
        assert_eq!(fit("(4,4):(1,4)", &told("(?,4):(1,?)", Some("(4,4):(1,4)"))), Fit::Right);
        assert_eq!(fit("(4,4):(1,4)", &told("(4,4):(4,1)", None)), Fit::Wrong);
    }
}
