//! Defaults of macros, `#ifndef N` around `#define N 2`, behind an include that is not found: it may define them. They are
//! supposed to hold.

use std::collections::BTreeMap;

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
    state::{
        choices::{Choices, Condition},
        definitions::Definition,
        interpreter::Interpreter,
    },
    suppose::{
        Found,
        cpp::reason::is_of_what_nothing_gives,
        joined::{is_known, is_unknown, joined},
    },
};

/// The conditions of such defaults, decided so that they hold, and what is supposed thereby.
pub(crate) fn supposed<'a>(files: impl Iterator<Item = &'a HostFile> + Clone) -> (Choices, Vec<Supposition>) {
    let (mut choices, mut suppositions) = (Choices::new(), Vec::new());
    for file in files.clone() {
        for item in &file.program.items {
            let Item::Statement(statement) = item else { continue };
            let StatementKind::Alternatives(branches) = &statement.kind else { continue };
            let condition = Condition::of(branches);
            let defined =
                branches.iter().flat_map(|branch| &branch.body).filter_map(|inner| match &inner.kind {
                    StatementKind::Declare(declaration) => declaration.names.first(),
                    _ => None,
                });
            let Some(name) = defined.map(|name| &name.text).find(|name| condition.is_undefined(name)) else {
                continue;
            };
            let is_there = |path: &str| files.clone().any(|other| is_path_of(&other.name, path));
            if let Some(include) = include_before(file, statement.range.start, is_there) {
                suppositions.push(Supposition {
                    name: include.to_owned(),
                    is: format!("does not define {name}"),
                    binding: None,
                });
                choices.insert(condition, 0);
            }
        }
    }
    (choices, suppositions)
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
    joined(evaluation, Found { variables, accesses: BTreeMap::new() })
}

impl Interpreter<'_> {
    /// The include that may define the macro before this default of it does, where that is not decided.
    pub(crate) fn include_that_may_define(&self, name: &str, definition: &Definition<'_>) -> Option<&str> {
        let condition = self.definitions.default_of_macro(name, definition)?;
        if self.choices.contains_key(condition) {
            return None;
        }
        let file = self.files.get(definition.file)?;
        include_before(file, definition.begins(), |path| {
            self.files.all().any(|(_, other)| is_path_of(&other.name, path))
        })
    }
}

/// The first include of a file in front of a place that is none of the files at hand, and may define macros.
fn include_before(file: &HostFile, place: usize, is_there: impl Fn(&str) -> bool) -> Option<&str> {
    let mut before = file.program.imports.iter().filter(|import| import.range.start < place);
    let missing = before.find(|import| {
        let path = import.path.trim_start_matches("./").trim_start_matches("../");
        import.alias.is_none() && include::may_define_macros(&import.path) && !is_there(path)
    });
    missing.map(|import| import.path.as_str())
}

/// Whether one of the two ends with the whole other.
fn is_path_of(name: &str, path: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    ends(name, path) || ends(path, name)
}
