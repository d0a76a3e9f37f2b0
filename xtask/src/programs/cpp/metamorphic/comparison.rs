//! What is said of a transformed program beside what is said of the program.

use std::collections::{BTreeMap, BTreeSet};

use super::{Kept, Variant};
use crate::tutorials::{self, Inspected, Run, Shown, Variable, Verdict};

/// What the values of a transformed program came to.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// Values that are the same, and unknowns that are unknown.
    pub(super) same: usize,
    /// Reasons of values that are no longer known, and their variables.
    pub(super) unknown: Vec<(String, String)>,
    /// Values that are others, in words.
    pub(super) different: Vec<String>,
}

/// Why a declaration is unknown that the grammar does not read.
const UNREAD: &str = "it has a syntax error";

/// A variable of the program: its line, its name, and which one of these.
type Place = (usize, String, usize);

/// Compares what is said of both; variables that the variant has no longer are no matter. Where that does not decide,
/// what the program prints does, if it ran.
pub(super) fn judge(
    original: &[Inspected],
    variant: &Variant,
    ours: &[Inspected],
    run: Option<&Run>,
) -> Judged {
    let before = places(original, |line| line, |name| name);
    let now = places(
        ours,
        |line| variant.moved.get(&line).copied().unwrap_or(line),
        |name| variant.names.get(&name).cloned().unwrap_or(name),
    );
    // Around code that the grammar does not read more or less is left out, by the length of what stands there.
    let is_read = original.iter().all(|said| said.unknown.as_deref() != Some(UNREAD));
    let is_held_to_all = variant.kept == Kept::All && is_read;
    let mut judged = Judged::default();
    for (place, said) in &now {
        let variable = format!("{} {}", said.line, place.1);
        let Some(before) = before.get(place) else {
            let is_wrong = || run.and_then(|run| printed(run, variant, place, said)) == Some(false);
            if is_held_to_all || variant.kept == Kept::All && is_wrong() {
                judged.different.push(format!("{variable} is new"));
            }
            continue;
        };
        match compare(before, variant, said) {
            Said::Same => judged.same += 1,
            Said::Unknown(reason) => judged.unknown.push((reason, variable)),
            Said::Open => match run.and_then(|run| printed(run, variant, place, said)) {
                Some(true) => judged.same += 1,
                Some(false) => judged.different.push(format!("{variable} is not {}", words(said))),
                None => judged.unknown.push((format!("undecided: {}", words(said)), variable)),
            },
            // What the program never reaches has the values of its defaults, until the variant calls it.
            Said::Other
                if variant.kept == Kept::Values
                    && run.is_some_and(|run| !run.values.contains_key(&at(place))) =>
            {
                judged.unknown.push((format!("undecided: {}", words(said)), variable));
            }
            Said::Other => judged.different.push(format!(
                "{variable}\n    of the program {}\n    transformed    {}",
                words(before),
                words(said)
            )),
        }
    }
    if is_held_to_all {
        for (place, _) in before.iter().filter(|(place, _)| !now.contains_key(*place)) {
            judged.different.push(format!("{} {} is gone", place.0, place.1));
        }
    }
    judged
}

/// The variable of a program at a place.
fn at(place: &Place) -> Variable {
    Variable { line: place.0, name: place.1.clone() }
}

enum Said {
    Same,
    Unknown(String),
    Other,
    /// The value of the program is not known, or said in other names.
    Open,
}

/// The run, of a program that has the variant's names.
fn with(run: &Run, variant: &Variant) -> Run {
    let mut run = run.clone();
    run.integers.extend(variant.given.iter().map(|(name, value)| (name.clone(), BTreeSet::from([*value]))));
    run
}

/// Whether the program printed what is said, if it says so.
fn printed(run: &Run, variant: &Variant, place: &Place, said: &Inspected) -> Option<bool> {
    let said = Inspected {
        line: place.0,
        name: Some(place.1.clone()),
        layouts: said
            .layouts
            .iter()
            .map(|shown| Shown { text: old_names(variant, &shown.text), ..shown.clone() })
            .collect(),
        ..said.clone()
    };
    let verdict = |run: &Run| {
        let compared = tutorials::compare_runs(std::slice::from_ref(run), std::slice::from_ref(&said));
        let mut verdicts = compared.layouts.into_iter().chain(compared.atoms);
        verdicts.find(|(variable, _)| variable.line == place.0 && variable.name == place.1)
    };
    match verdict(&with(run, variant))?.1 {
        Verdict::Right => Some(true),
        // A name may be that of a number which the program never shows: then only what is no name decides.
        Verdict::Wrong { .. } => {
            let nameless = Run { integers: BTreeMap::new(), ..run.clone() };
            matches!(verdict(&nameless)?.1, Verdict::Wrong { .. }).then_some(false)
        }
        _ => None,
    }
}

fn compare(before: &Inspected, variant: &Variant, now: &Inspected) -> Said {
    let said: Vec<String> = now.layouts.iter().map(|shown| old_names(variant, &shown.text)).collect();
    if variant.kept == Kept::All {
        // Of several reasons why one is unknown, another may be told.
        let is_same = said.len() == before.layouts.len()
            && said
                .iter()
                .zip(&before.layouts)
                .all(|(now, before)| is_value(variant, now, before) == Some(true));
        return if is_same { Said::Same } else { Said::Other };
    }
    if said.is_empty() {
        let unknown = || now.unknown.clone().unwrap_or_default();
        return if before.layouts.is_empty() { Said::Same } else { Said::Unknown(unknown()) };
    }
    if before.layouts.is_empty() {
        return Said::Open;
    }
    let mut is_open = false;
    for (now, shown) in said.iter().zip(&now.layouts) {
        let answers: Vec<Option<bool>> =
            before.layouts.iter().map(|before| is_value(variant, now, before)).collect();
        if !answers.contains(&Some(true)) {
            if !answers.contains(&None) && !is_of_another_call(&before.layouts, shown) {
                return Said::Other;
            }
            is_open = true;
        }
    }
    if is_open { Said::Open } else { Said::Same }
}

/// Whether a value is that of a call of which nothing was said: it is none of the values of the others.
fn is_of_another_call(before: &[Shown], now: &Shown) -> bool {
    now.when.is_some() && before.iter().all(|before| before.when.is_some() && before.when != now.when)
}

fn is_value(variant: &Variant, now: &str, before: &Shown) -> Option<bool> {
    if now == before.text {
        return Some(true);
    }
    if variant.open.iter().any(|name| holds_word(now, name)) {
        return None;
    }
    tutorials::same_value(now, &before.text, &variant.given)
}

fn places(
    all: &[Inspected],
    line: impl Fn(usize) -> usize,
    name: impl Fn(String) -> String,
) -> BTreeMap<Place, &Inspected> {
    let mut places = BTreeMap::new();
    let mut seen: BTreeMap<(usize, String), usize> = BTreeMap::new();
    for inspected in all {
        let key = (line(inspected.line), name(inspected.name.clone().unwrap_or_default()));
        let count = seen.entry(key.clone()).or_default();
        places.insert((key.0, key.1, *count), inspected);
        *count += 1;
    }
    places
}

/// The text with the names of the program.
fn old_names(variant: &Variant, text: &str) -> String {
    let mut out = String::new();
    for word in words_of(text) {
        out.push_str(variant.names.get(word).map_or(word, String::as_str));
    }
    out
}

fn holds_word(text: &str, name: &str) -> bool {
    words_of(text).any(|word| word == name)
}

/// The words of a text and what stands between them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = is_word(first);
        let end = rest.find(|character| is_word(character) != kind).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some(word)
    })
}

fn words(said: &Inspected) -> String {
    match &said.layouts[..] {
        [] => format!("unknown: {}", said.unknown.as_deref().unwrap_or("no reason")),
        layouts => layouts.iter().map(|shown| shown.text.clone()).collect::<Vec<_>>().join(" | "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of `l`: values, each with the call for which it holds.
    fn said(values: &[(&str, Option<&str>)]) -> Vec<Inspected> {
        let shown = |(text, when): &(&str, Option<&str>)| Shown {
            text: (*text).to_owned(),
            when: when.map(str::to_owned),
        };
        let (name, kind) = (Some("l".to_owned()), "binding".to_owned());
        vec![Inspected { line: 4, name, kind, layouts: values.iter().map(shown).collect(), unknown: None }]
    }

    #[test]
    fn a_value_of_a_call_of_which_nothing_was_said_is_no_other_value() {
        let variant = Variant::of(String::new(), Kept::Values);
        let before = said(&[("(2,3):(3,1)", Some("shape = (2,3)"))]);
        let different = |now: &[(&str, Option<&str>)]| judge(&before, &variant, &said(now), None).different;
        let one_more = [("(m,1):(1,0)", Some("shape = (m,1)")), ("(2,3):(3,1)", Some("shape = (2,3)"))];
        assert_eq!(different(&one_more), Vec::<String>::new());
        assert_eq!(different(&[("(2,3):(1,2)", Some("shape = (2,3)"))]).len(), 1);
        assert_eq!(different(&[("(2,3):(1,2)", None)]).len(), 1);
    }
}
