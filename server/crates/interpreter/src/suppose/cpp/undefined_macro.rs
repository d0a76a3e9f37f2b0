//! Macros of which nothing at hand says whether they are defined, and which choose between two declarations of one name:
//! `#ifdef WIDE using Copy = A; #else using Copy = B; #endif`. What is made of the name would be unknown; that they are not
//! defined is supposed.

use std::collections::{BTreeMap, BTreeSet};

use layoutlens_host_value::{evaluation::HostFile, supposition::Supposition};
use layoutlens_syntax::{
    preprocessor::{self, Macro},
    program::{Alternative, HostStatement, StatementKind},
};

use crate::{
    code::each_statement::each_statement,
    state::choices::{Choices, Condition},
    suppose::cpp::architecture::in_items,
};

/// What part of what is wanted of a file may lie in the branches that are left out.
const PART_LEFT_OUT: usize = 16;

/// What is known of the conditions that ask for a macro.
#[derive(Default)]
struct Asked<'p> {
    branches: Vec<&'p [Alternative]>,
    /// Whether one of them chooses between declarations of one name.
    chooses: bool,
    /// How much is wanted in other branches than those that are supposed.
    left_out: usize,
}

/// The branches that are taken where such macros are not defined, and what is supposed thereby. `wanted` are places, in order.
pub(crate) fn supposed<'p>(
    main: &'p HostFile,
    others: &'p [HostFile],
    known: &Choices,
    wanted: &[usize],
) -> (Choices, Vec<Supposition>) {
    let mut asked: BTreeMap<&str, Asked<'p>> = BTreeMap::new();
    in_items(&main.program.items, &mut |branches| {
        let condition = Condition::of(branches);
        let Some(chosen) = undefined(&condition).filter(|_| !known.contains_key(&condition)) else { return };
        for name in names(branches) {
            let of_macro = asked.entry(name).or_default();
            of_macro.branches.push(branches);
            of_macro.chooses |= is_choice(branches, chosen);
            of_macro.left_out += left_out(branches, chosen, wanted);
        }
    });
    let is_defined = |name: &str| {
        let mut files = std::iter::once(main).chain(others);
        files.any(|file| file.program.macros.iter().any(|own| own == name))
    };
    // Of names of the compiler's own, `__CUDACC__`, it is the compiler that says.
    let is_own = |name: &str| !name.starts_with("__") && !is_defined(name);
    let leaves_little =
        |of_macro: &Asked<'_>| of_macro.left_out.saturating_mul(PART_LEFT_OUT) <= wanted.len();
    asked.retain(|name, of_macro| of_macro.chooses && leaves_little(of_macro) && is_own(name));
    let macros: BTreeSet<&str> = asked.keys().copied().collect();
    // A condition that asks for other macros, too, is left as it is.
    let mut choices = Choices::new();
    for branches in asked.values().flat_map(|of_macro| &of_macro.branches) {
        let condition = Condition::of(branches);
        if let Some(chosen) =
            undefined(&condition).filter(|_| names(branches).iter().all(|name| macros.contains(name)))
        {
            choices.insert(condition, chosen);
        }
    }
    let of_macro = |name: &&str| Supposition {
        name: (*name).to_owned(),
        is: "is not defined".to_owned(),
        binding: None,
    };
    let suppositions = if choices.is_empty() { Vec::new() } else { macros.iter().map(of_macro).collect() };
    (choices, suppositions)
}

/// The branch that is taken where no macro of the condition is defined.
fn undefined(condition: &Condition) -> Option<usize> {
    condition.decided(|_| Macro::Undefined)
}

fn names(branches: &[Alternative]) -> BTreeSet<&str> {
    branches.iter().flat_map(|branch| preprocessor::macros(&branch.condition)).collect()
}

/// The names that are declared in a branch, without those of functions and classes.
fn declared(body: &[HostStatement]) -> Vec<(&str, usize)> {
    let mut names = Vec::new();
    each_statement(body, &mut |statement| {
        if let StatementKind::Declare(declaration) = &statement.kind {
            names.extend(declaration.names.iter().map(|name| (name.text.as_str(), name.range.start)));
        }
    });
    names
}

/// Whether the branch that is taken declares a name that another one declares, too.
fn is_choice(branches: &[Alternative], chosen: usize) -> bool {
    let Some(taken) = branches.get(chosen) else { return false };
    let taken = declared(&taken.body);
    let others = branches.iter().enumerate().filter(|(index, _)| *index != chosen);
    let mut others = others.flat_map(|(_, branch)| declared(&branch.body));
    others.any(|(name, _)| taken.iter().any(|(own, _)| *own == name))
}

/// How much of what is wanted lies in the other branches.
fn left_out(branches: &[Alternative], chosen: usize, wanted: &[usize]) -> usize {
    let others = branches.iter().enumerate().filter(|(index, _)| *index != chosen);
    let within = |branch: &Alternative| {
        let (Some(first), Some(last)) = (branch.body.first(), branch.body.last()) else { return 0 };
        let behind = |place: usize| wanted.partition_point(|at| *at < place);
        behind(last.range.end).saturating_sub(behind(first.range.start))
    };
    others.map(|(_, branch)| within(branch)).sum()
}
