//! Our values beside those of the compiled program.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    inspected::{Inspected, Shown},
    notation::{Names, Notation},
    truth::{Kind, Printed, Run, Variable},
};

/// Ways to give the names of one layout values, at most: a loop's variable has one for each round.
const MOST_ASSIGNMENTS: usize = 20_000;

/// What we say of one variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The program prints the same.
    Right,
    /// The program prints something else: what we say, and what it prints.
    Wrong { ours: String, printed: Vec<String> },
    /// Something is said that the program's output does not decide: why.
    Undecided(String),
    /// We say that we do not know, with our reason.
    Unresolved(String),
    /// The name is not among what we show.
    Silent,
}

/// The variables of a program that hold a layout or a tuple, or an atom, and what we say of each.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Layouts, tensors, shapes, strides, coordinates, tilers.
    pub(crate) layouts: BTreeMap<Variable, Verdict>,
    /// Tiled copies and MMAs, atoms.
    pub(crate) atoms: BTreeMap<Variable, Verdict>,
    /// What we show of variables that the program never reaches.
    pub(crate) not_run: BTreeSet<Variable>,
}

/// Compares what we say of a file with what its runs print.
pub(crate) fn compare(runs: &[Run], inspected: &[Inspected]) -> Comparison {
    let mut comparison = Comparison::default();
    let ours: BTreeMap<Variable, &Inspected> = inspected
        .iter()
        .filter_map(|inspected| {
            let name = inspected.name.clone()?;
            Some((Variable { line: inspected.line, name }, inspected))
        })
        .collect();
    let variables: BTreeSet<&Variable> = runs.iter().flat_map(|run| run.values.keys()).collect();
    for &variable in &variables {
        let is_undeclared = runs.iter().any(|run| run.undeclared.contains(variable));
        let mut values = runs.iter().filter_map(|run| run.values.get(variable)).flatten();
        if is_undeclared && (!ours.contains_key(variable) || values.all(|value| value.text == "?")) {
            // Nobody expects a layout behind `class TiledMma`, or a second one behind an assignment.
            continue;
        }
        let kinds: BTreeSet<Kind> = runs
            .iter()
            .filter_map(|run| run.values.get(variable))
            .flatten()
            .map(|value| value.kind)
            .collect();
        let verdict = || verdict(variable, runs, ours.get(variable).copied());
        if kinds.contains(&Kind::Layout) || kinds.contains(&Kind::Tuple) {
            comparison.layouts.insert(variable.clone(), verdict());
        } else if kinds.contains(&Kind::Atom) {
            comparison.atoms.insert(variable.clone(), verdict());
        }
    }
    let shown = ours.iter().filter(|(_, inspected)| !inspected.layouts.is_empty());
    comparison.not_run = shown
        .map(|(variable, _)| variable)
        .filter(|variable| !variables.contains(variable))
        .cloned()
        .collect();
    comparison
}

/// What is to be said of what we show of a variable beside what runs print of it.
pub(crate) fn verdict(variable: &Variable, runs: &[Run], inspected: Option<&Inspected>) -> Verdict {
    let Some(inspected) = inspected else { return Verdict::Silent };
    if inspected.layouts.is_empty() {
        return Verdict::Unresolved(inspected.unknown.clone().unwrap_or_default());
    }
    // A variant of a program changes its own answers, so that an only answer is held against variants where the program
    // itself never comes; where there are several, each may be that of a call site that only a variant reaches.
    // One that says when it holds says nothing of the other ways here, of which nothing may be known.
    let is_only = inspected.layouts.len() == 1 && inspected.layouts.iter().all(|shown| shown.when.is_none());
    let of_itself = runs.iter().any(|run| !run.is_variant && run.values.contains_key(variable));
    let runs: Vec<&Run> = runs
        .iter()
        .filter(|run| run.values.contains_key(variable) && (!is_only || !of_itself || !run.is_variant))
        .collect();
    let mut undecided = None;
    for shown in &inspected.layouts {
        match holds(shown, variable, &runs, is_only) {
            Ok(true) => {}
            Ok(false) => return wrong(shown, variable, &runs),
            Err(reason) => undecided = Some(reason),
        }
    }
    undecided.map_or(Verdict::Right, Verdict::Undecided)
}

/// What we show without the answers of call sites that a run does not come to: those that hold for nothing that it prints, where
/// others hold for all of it. A program that is run once takes one way where several are shown.
pub(crate) fn of_ways_run(runs: &[Run], inspected: Vec<Inspected>) -> Vec<Inspected> {
    let of_ways_run = |mut inspected: Inspected| {
        let Some(name) = inspected.name.clone() else { return inspected };
        let variable = Variable { line: inspected.line, name };
        let printed: Vec<(&Run, &Printed)> = runs
            .iter()
            .flat_map(|run| run.values.get(&variable).into_iter().flatten().map(move |value| (run, value)))
            .collect();
        let holds = |shown: &Shown, (run, value): (&Run, &Printed)| {
            matches!(same(&shown.text, value, run), Ok(Some(true)))
        };
        let is_run = |shown: &Shown| printed.iter().any(|&printed| holds(shown, printed));
        let are_all_shown =
            printed.iter().all(|&printed| inspected.layouts.iter().any(|shown| holds(shown, printed)));
        if !printed.is_empty() && are_all_shown {
            inspected.layouts.retain(|shown| shown.when.is_none() || is_run(shown));
        }
        inspected
    };
    inspected.into_iter().map(of_ways_run).collect()
}

fn wrong(shown: &Shown, variable: &Variable, runs: &[&Run]) -> Verdict {
    let when = shown.when.as_ref().map(|when| format!(" when {when}")).unwrap_or_default();
    let printed: Vec<String> = runs
        .iter()
        .flat_map(|run| {
            let arguments = format!("{} {}", run.call.way, run.call.arguments.join(" "));
            let values = run.values.get(variable).into_iter().flatten();
            values.map(move |value| {
                format!("{} ({})", value.whole.as_ref().unwrap_or(&value.text), arguments.trim())
            })
        })
        .collect();
    Verdict::Wrong { ours: format!("{}{when}", shown.text), printed }
}

/// Whether one answer holds: for every value, when it is the only answer; for all sizes of one way through the program,
/// when there is one for each call site. An error where that cannot be said: why.
fn holds(shown: &Shown, variable: &Variable, runs: &[&Run], is_only: bool) -> Result<bool, String> {
    let ways: BTreeSet<&str> = runs.iter().map(|run| run.call.way.as_str()).collect();
    let mut undecided = None;
    let mut is_some_way = false;
    for way in ways {
        let mut is_way = true;
        for run in runs.iter().filter(|run| run.call.way == way) {
            let values = run.values.get(variable).map(Vec::as_slice).unwrap_or_default();
            let mut answers: Vec<Option<bool>> = Vec::with_capacity(values.len());
            for value in values {
                answers.push(same(&shown.text, value, run)?);
            }
            let is_run = if is_only {
                answers.iter().all(|answer| *answer == Some(true))
            } else {
                answers.contains(&Some(true))
            };
            if !is_run && answers.contains(&None) {
                undecided = Some(format!("{} holds a name without a value in the program", shown.text));
            }
            is_way &= is_run;
        }
        is_some_way |= is_way;
        if is_only && !is_way {
            return undecided.map_or(Ok(false), Err);
        }
    }
    match (is_some_way, undecided) {
        (false, Some(reason)) => Err(reason),
        (is_some_way, _) => Ok(is_some_way),
    }
}

/// Whether our text is what was printed, with the values of some of the run's integers for its names.
fn same(text: &str, printed: &Printed, run: &Run) -> Result<Option<bool>, String> {
    if printed.kind == Kind::Atom {
        return super::atom::same(text, &printed.text);
    }
    let unread = |text: &str| format!("{text} is not of a form that is compared");
    let ours = Notation::read(text).ok_or_else(|| unread(text))?;
    let theirs = Notation::read(&printed.text).ok_or_else(|| unread(&printed.text))?;
    let (layout, their_swizzle) = match &printed.whole {
        Some(whole) => {
            let whole = Notation::read(whole).ok_or_else(|| unread(whole))?;
            (theirs, whole.swizzle_and_layout().0.map(str::to_owned))
        }
        None => (theirs, None),
    };
    // A tensor may be shown without its pointer, but not with another swizzle.
    let (swizzle, inner) = if printed.whole.is_some() { ours.swizzle_and_layout() } else { (None, &ours) };
    if swizzle.is_some() && swizzle != their_swizzle.as_deref() {
        return Ok(Some(false));
    }
    let mut answer = Some(false);
    for names in assignments(&inner.names(), run)? {
        match inner.is(&layout, &names) {
            Some(true) => return Ok(Some(true)),
            Some(false) => {}
            None => answer = None,
        }
    }
    Ok(answer)
}

/// Whether a text of ours is the value of another one, whatever the values of the names in it but those `given`; `None`
/// where they have other names, or their form does not say.
pub(crate) fn same_value(text: &str, other: &str, given: &BTreeMap<String, i64>) -> Option<bool> {
    let (ours, theirs) = (Notation::read(text)?, Notation::read(other)?);
    let mut names = given.clone();
    let theirs_names = theirs.names();
    if !theirs_names.is_subset(&ours.names()) {
        // One of them may name what the other computes.
        return None;
    }
    // Numbers of which no two short terms agree by accident.
    for (at, name) in theirs_names.into_iter().enumerate() {
        names.entry(name.to_owned()).or_insert(100_003 + 7_919 * at as i64);
    }
    ours.agrees(&theirs, &names, &names)
}

/// All ways to give names the values that integers of these names have in a run.
fn assignments(names: &BTreeSet<&str>, run: &Run) -> Result<Vec<Names>, String> {
    let mut all = vec![Names::new()];
    for &name in names {
        // A name without value stays one, and decides nothing.
        let Some(values) = values(name, run) else { continue };
        if all.len() * values.len() > MOST_ASSIGNMENTS {
            return Err(format!("{name} has too many values in the program"));
        }
        all = values
            .iter()
            .flat_map(|&value| {
                all.iter().map(move |names| {
                    let mut names = names.clone();
                    names.insert(name.to_owned(), value);
                    names
                })
            })
            .collect();
    }
    Ok(all)
}

fn values(name: &str, run: &Run) -> Option<Vec<i64>> {
    // Programs run as the first thread of the first block.
    if name.starts_with("threadIdx.") || name.starts_with("blockIdx.") {
        return Some(vec![0]);
    }
    let member = name.rsplit(['.', ':']).next().unwrap_or(name);
    let values = run.integers.get(name).or_else(|| run.integers.get(member))?;
    Some(values.iter().copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tutorials::program::Call;

    fn run(way: &str, m: i64, text: &str) -> Run {
        let variable = Variable { line: 3, name: "gA".to_owned() };
        let printed = Printed { kind: Kind::Layout, text: text.to_owned(), whole: None };
        Run {
            program: String::new(),
            call: Call { way: way.to_owned(), arguments: vec![] },
            is_variant: false,
            values: BTreeMap::from([(variable, vec![printed])]),
            undeclared: BTreeSet::new(),
            integers: BTreeMap::from([("m".to_owned(), BTreeSet::from([m, 5120]))]),
        }
    }

    fn inspected(layouts: &[(&str, Option<&str>)]) -> Inspected {
        let shown = |&(text, when): &(&str, Option<&str>)| Shown {
            text: text.to_owned(),
            when: when.map(str::to_owned),
        };
        Inspected {
            line: 3,
            name: Some("gA".to_owned()),
            kind: "binding".to_owned(),
            layouts: layouts.iter().map(shown).collect(),
            unknown: None,
        }
    }

    /// The verdict on `layouts`, for a variable that is `(m,8):(1,m)` one way and `(m,8):(8,1)` the other.
    #[track_caller]
    fn check(layouts: &[(&str, Option<&str>)], is_right: bool) {
        let runs = [
            run("nt", 512, "(512,_8):(_1,512)"),
            run("nt", 256, "(256,_8):(_1,256)"),
            run("tn", 512, "(512,_8):(_8,_1)"),
        ];
        let comparison = compare(&runs, &[inspected(layouts)]);
        let verdict = comparison.layouts.values().next().expect("the variable");
        assert_eq!(*verdict == Verdict::Right, is_right, "{verdict:?}");
    }

    #[test]
    fn an_only_answer_holds_for_every_way() {
        check(&[("(m,8):(?,?)", None)], true);
        check(&[("(m,8):(1,m)", None)], false);
        check(&[("(512,8):(?,?)", None)], false);
    }

    #[test]
    fn an_answer_of_a_call_site_holds_for_all_sizes_of_one_way() {
        check(&[("(m,8):(1,m)", Some("gemm_nt")), ("(m,8):(8,1)", Some("gemm_tn"))], true);
        check(&[("(m,8):(1,m)", Some("gemm_nt")), ("(m,8):(9,1)", Some("gemm_tn"))], false);
        check(&[("(m,8):(1,512)", Some("gemm_nt")), ("(m,8):(8,1)", Some("gemm_tn"))], false);
    }

    #[test]
    fn a_call_site_that_a_run_does_not_come_to_is_not_held_against_it() {
        let runs = [run("", 512, "(512,_8):(_1,512)")];
        let both = [("(m,8):(1,m)", Some("gemm_nt")), ("(m,8):(8,1)", Some("gemm_tn"))];
        let compared = |layouts: &[(&str, Option<&str>)]| {
            let inspected = of_ways_run(&runs, vec![inspected(layouts)]);
            compare(&runs, &inspected).layouts.into_values().next().expect("the variable")
        };
        assert_eq!(compared(&both), Verdict::Right);
        let neither = [("(m,8):(9,m)", Some("gemm_nt")), ("(m,8):(8,1)", Some("gemm_tn"))];
        assert!(matches!(compared(&neither), Verdict::Wrong { .. }));
        assert!(matches!(compared(&[("(m,8):(1,m)", None), ("(m,8):(8,1)", None)]), Verdict::Wrong { .. }));
    }

    #[test]
    fn a_name_without_value_leaves_it_open() {
        let runs = [run("nt", 512, "(512,_8):(_1,512)")];
        let comparison = compare(&runs, &[inspected(&[("(q,8):(1,q)", None)])]);
        assert!(matches!(comparison.layouts.values().next(), Some(Verdict::Undecided(_))));
    }
}
