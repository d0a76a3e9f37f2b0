//! Defaults of macros, `#ifndef N` around `#define N 2`, behind an include that is not found: it may define them. They are
//! supposed to hold.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{HostEvaluation, HostFile, Supposed, Variable},
    outside::Outside,
    supposition::{Condition as Suppositions, Supposition},
};
use layoutlens_syntax::{
    include,
    program::{Item, StatementKind},
};

use crate::{
    code::file_path::is_path_of,
    state::{
        choices::{Choices, Condition},
        definitions::Definition,
        interpreter::Interpreter,
    },
    suppose::{
        Found,
        cpp::reason::is_of_what_nothing_gives,
        joined::joined,
        known::{is_known, is_unknown},
    },
};

/// The conditions of such defaults, decided so that they hold, and what is supposed thereby.
pub(crate) fn supposed<'a>(files: impl Iterator<Item = &'a HostFile> + Clone) -> (Choices, Vec<Supposition>) {
    let mut choices = Choices::new();
    // Of an include that is not found, the macros that it may define.
    let mut of_includes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let at_hand = |path: &str| files.clone().find(|other| is_path_of(&other.name, path));
    for file in files.clone() {
        let defaults: Vec<MacroDefault<'_>> = defaults(file).collect();
        // Most files have none, and to follow includes takes long.
        let Some((from, include)) = defaults.first().and_then(|_| missing_include(file, &at_hand)) else {
            continue;
        };
        for MacroDefault { name, condition, branch, .. } in
            defaults.into_iter().filter(|default| default.start > from)
        {
            let names = of_includes.entry(include).or_default();
            if !names.contains(&name) && names.len() <= NAMED {
                names.push(name);
            }
            choices.insert(condition, branch);
        }
    }
    let suppositions = of_includes.into_iter().map(|(include, names)| Supposition {
        name: include.to_owned(),
        is: match names.get(..NAMED) {
            Some(first) if names.len() > NAMED => {
                format!("does not define {} or another macro that has a default here", first.join(", "))
            }
            _ => format!("does not define {}", names.join(" or ")),
        },
        binding: None,
    });
    (choices, suppositions.collect())
}

/// A macro that is defined under a condition which asks for it.
pub(crate) struct MacroDefault<'a> {
    pub(crate) name: &'a str,
    pub(crate) condition: Condition,
    /// The branch in which it is defined.
    pub(crate) branch: usize,
    /// Where the condition begins.
    start: usize,
}

/// The defaults of macros that a file has outside of functions and classes.
pub(crate) fn defaults(file: &HostFile) -> impl Iterator<Item = MacroDefault<'_>> {
    file.program.items.iter().filter_map(|item| {
        let Item::Statement(statement) = item else { return None };
        let StatementKind::Alternatives(branches) = &statement.kind else { return None };
        let condition = Condition::of(branches);
        let (branch, name) = branches.iter().enumerate().find_map(|(index, branch)| {
            let mut names = branch.body.iter().filter_map(|inner| match &inner.kind {
                StatementKind::Declare(declaration) => declaration.names.first(),
                StatementKind::Macro(definition) => Some(&definition.name),
                _ => None,
            });
            names.find(|name| condition.asks_for(&name.text)).map(|name| (index, &*name.text))
        })?;
        Some(MacroDefault { name, condition, branch, start: statement.range.start })
    })
}

/// Adds what is known where the defaults hold, of variables that are unknown for them.
pub(crate) fn run(
    evaluation: HostEvaluation,
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
) -> HostEvaluation {
    let is_open = |variable: &Variable| {
        let mut reasons =
            variable.answers.iter().filter_map(|answer| answer.evaluated.value.unknown_reason());
        is_unknown(variable) && reasons.any(is_of_what_nothing_gives)
    };
    if !evaluation.variables.iter().any(is_open) {
        return evaluation;
    }
    let (choices, suppositions) = supposed(std::iter::once(main).chain(others));
    if choices.is_empty() {
        return evaluation;
    }
    let condition: Suppositions = suppositions.into_iter().collect();
    let (found, _) = Interpreter::new(main, others, outside, choices).run_file_in_order();
    let mut variables = BTreeMap::new();
    for mut variable in found.variables {
        let answers = std::mem::take(&mut variable.answers);
        let known = answers.into_iter().filter(|answer| is_known(&answer.value));
        let known: Vec<Supposed> =
            known.map(|answer| Supposed { condition: condition.clone(), answer }).collect();
        variables.insert((variable.range.start, variable.range.end), (variable, known));
    }
    // What no other run comes to is none of these.
    variables
        .retain(|key, _| evaluation.variables.iter().any(|own| (own.range.start, own.range.end) == *key));
    joined(evaluation, Found { variables, met: FxHashSet::default(), accesses: BTreeMap::new() }, &[])
}

impl Interpreter<'_> {
    /// The include that may define the macro before this default of it does, where that is not decided.
    pub(crate) fn include_that_may_define(&self, name: &str, definition: &Definition<'_>) -> Option<&str> {
        let condition = self.definitions.default_of_macro(name, definition)?;
        if self.choices.contains_key(condition) {
            return None;
        }
        let file = self.files.get(definition.file)?;
        let at_hand =
            |path: &str| self.files.all().map(|(_, other)| other).find(|other| is_path_of(&other.name, path));
        let (from, include) = missing_include(file, &at_hand)?;
        (from < definition.begins()).then_some(include)
    }
}

/// How many macros are named that an include may define.
const NAMED: usize = 2;

/// How many includes are followed from one file.
const MAX_FOLLOWED: usize = 512;

/// The first include of a file that is none of the files at hand and may define macros, or leads to such a one; and where it
/// stands.
fn missing_include<'a>(
    file: &'a HostFile,
    at_hand: &impl Fn(&str) -> Option<&'a HostFile>,
) -> Option<(usize, &'a str)> {
    let mut seen = BTreeSet::from([&*file.name]);
    let includes = |file: &'a HostFile| {
        let all = file.program.imports.iter().filter(|import| import.alias.is_none());
        all.filter(|import| include::may_define_macros(&import.path))
    };
    for import in includes(file) {
        let mut rest = vec![&*import.path];
        while let Some(path) = rest.pop() {
            let Some(found) = at_hand(path.trim_start_matches("./").trim_start_matches("../")) else {
                return Some((import.range.start, path));
            };
            if seen.len() < MAX_FOLLOWED && seen.insert(&found.name) {
                rest.extend(includes(found).map(|import| &*import.path));
            }
        }
    }
    None
}
