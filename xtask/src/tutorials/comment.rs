//! Layout comments that the compiled program contradicts.
//!
//! Found without our own reader of comments, so that what `layoutlens check` reports can be held against it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    notation::{Names, Notation},
    truth::{Kind, Run, Variable},
};

/// What a comment is about: the kind of contradiction is counted under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// Names of ranks: how many modes, and how they nest.
    Rank,
    /// A shape with numbers.
    Shape,
    /// A shape and strides.
    Layout,
}

/// A comment that says something else than the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) claim: Claim,
    pub(super) comment: String,
    pub(super) truth: String,
}

/// Every comment of `source` that one of the runs contradicts and none bears out.
pub(super) fn contradictions(source: &str, runs: &[Run]) -> Vec<Contradiction> {
    let declared: BTreeSet<&Variable> = runs.iter().flat_map(|run| run.values.keys()).collect();
    let mut found = Vec::new();
    let mut statement = 1;
    for (at, text) in source.lines().enumerate() {
        let line = at + 1;
        let (code, comment) = match text.split_once("//") {
            Some((code, comment)) => (code.trim(), Some(comment.trim())),
            None => (text.trim(), None),
        };
        if let Some(comment) = comment.filter(|_| !code.is_empty()) {
            for (claimed, name) in claims(comment) {
                // Labelled: the nearest declaration above. Otherwise what the statement declares, name by name.
                let variables: Vec<&Variable> = match name {
                    Some(name) => declared
                        .iter()
                        .rfind(|variable| variable.line <= line && variable.name == name)
                        .copied()
                        .into_iter()
                        .collect(),
                    None => declared
                        .iter()
                        .copied()
                        .filter(|variable| {
                            (statement..=line).contains(&variable.line) && code_names(source, variable)
                        })
                        .collect(),
                };
                found.extend(
                    variables
                        .first()
                        .and_then(|variable| contradiction(line, variable, comment, claimed, runs)),
                );
            }
        }
        if code.ends_with([';', '{', '}', ',']) || code.starts_with('#') {
            statement = line + 1;
        }
    }
    found
}

/// Whether a variable is a declaration and not the name of a type: those are no layouts.
fn code_names(source: &str, variable: &Variable) -> bool {
    let line = source.lines().nth(variable.line.saturating_sub(1)).unwrap_or_default();
    !line.contains(&format!("class {}", variable.name))
}

/// The layouts that a comment is made of, with their labels; nothing where there is prose around them.
fn claims(comment: &str) -> Vec<(&str, Option<&str>)> {
    let (label, rest) = match comment.split_once(": ").or_else(|| comment.split_once(":\t")) {
        Some((label, rest)) if is_name(label.trim()) => (Some(label.trim()), rest.trim()),
        _ => (None, comment),
    };
    // Behind the pointer.
    let layout = rest.rsplit_once(" o ").map_or(rest, |(_, layout)| layout).trim();
    let layout = layout.split_once("->").map_or(layout, |(layout, _)| layout).trim();
    if !layout.starts_with('(') || !layout.ends_with(')') {
        return Vec::new();
    }
    vec![(layout, label)]
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

fn contradiction(
    line: usize,
    variable: &Variable,
    comment: &str,
    claimed: &str,
    runs: &[Run],
) -> Option<Contradiction> {
    // `...` stands for any number of modes.
    if claimed.contains("...") {
        return None;
    }
    let claim = Notation::read(claimed)?;
    let mut truth = None;
    for run in runs {
        for value in run.values.get(variable).into_iter().flatten() {
            if !matches!(value.kind, Kind::Layout | Kind::Tuple) {
                return None;
            }
            let printed = Notation::read(&value.text)?;
            let printed = printed.swizzle_and_layout().1.clone();
            if agrees(&claim, &printed, &integers(run)) {
                return None;
            }
            truth.get_or_insert_with(|| value.text.clone());
        }
    }
    let kind = match &claim {
        Notation::Layout(..) => Claim::Layout,
        claim if claim.names().is_empty() => Claim::Shape,
        _ => Claim::Rank,
    };
    Some(Contradiction {
        line,
        name: variable.name.clone(),
        claim: kind,
        comment: comment.to_owned(),
        truth: truth?,
    })
}

/// Integers of a name with a single value: names with more say nothing.
fn integers(run: &Run) -> Names {
    let one = |(name, values): (&String, &BTreeSet<i64>)| {
        Some((name.clone(), *values.first().filter(|_| values.len() == 1)?))
    };
    run.integers.iter().filter_map(one).collect::<BTreeMap<_, _>>()
}

/// Names of ranks match whatever stands in their place; names of integers and numbers match their value.
fn agrees(claim: &Notation, printed: &Notation, names: &Names) -> bool {
    match (claim, printed) {
        (Notation::Layout(..), Notation::Tuple(_) | Notation::Leaf { .. }) => false,
        // A shape in place of a layout.
        (Notation::Tuple(_) | Notation::Leaf { .. }, Notation::Layout(shape, _)) => {
            agrees(claim, shape, names)
        }
        (claim, Notation::Composed(_, inner)) => agrees(claim, inner, names),
        (Notation::Tuple(claims), Notation::Tuple(all)) => {
            claims.len() == all.len()
                && claims.iter().zip(all).all(|(claim, printed)| agrees(claim, printed, names))
        }
        (Notation::Layout(shape, stride), Notation::Layout(its_shape, its_stride)) => {
            agrees(shape, its_shape, names) && agrees(stride, its_stride, names)
        }
        // A rank's name.
        (Notation::Leaf { .. }, _) if claim.names().iter().any(|name| !names.contains_key(*name)) => true,
        _ => claim.is(printed, names).unwrap_or(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, printed: &str, expected: bool) {
        let names = Names::from([("bM".to_owned(), 128)]);
        let read = |text: &str| Notation::read(text).expect("a layout");
        assert_eq!(agrees(&read(claim), &read(printed), &names), expected, "{claim} for {printed}");
    }

    #[test]
    fn names_of_ranks_say_how_modes_nest() {
        check("(MMA,MMA_M,MMA_K)", "((_128,_16),_1,_4):((_64,_1),_0,_16)", true);
        check("(MMA,MMA_M,MMA_K,PIPE)", "((_128,_16),_1,_4):((_64,_1),_0,_16)", false);
        check("((atom,rest),STAGE)", "(_8,_3):(_1,_8)", false);
    }

    #[test]
    fn names_of_integers_and_numbers_say_values() {
        check("(bM,bK)", "(_128,_64):(_1,_128)", true);
        check("(bM,bK)", "(_64,_64):(_1,_64)", false);
        check("(128,_64):(_1,128)", "(_128,_64):(_1,_128)", true);
        check("(_128,_64):(_64,_1)", "(_128,_64):(_1,_128)", false);
    }

    #[test]
    fn a_label_and_a_pointer_stand_before_a_layout() {
        let comment = "tCsA:   Sw<3,4,3>_smem_ptr[16b](SMEM_ADDR_A) o ((_128,_16),_1,_4):((_64,_1),_0,_16)";
        assert_eq!(claims(comment), [("((_128,_16),_1,_4):((_64,_1),_0,_16)", Some("tCsA"))]);
        assert_eq!(claims("(BLK_M,BLK_K,k)"), [("(BLK_M,BLK_K,k)", None)]);
        assert_eq!(claims("A   (THR_M,THR_K) -> (THR_M,THR_K)"), []);
    }
}
