//! What the values of a function rest on that nothing gives: said once, at its head, and of a value only what is its own.

use std::collections::BTreeMap;

use layoutlens_eval::host::{Condition, Supposed, Supposition, Variable};
use layoutlens_syntax::SourceScope;
use layoutlens_world::Analysis;

/// What is said at the heads of functions.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    /// By the index of the function's scope.
    of_scopes: BTreeMap<SourceScope, Vec<Supposition>>,
}

impl Heads {
    /// Of the values that are shown.
    pub(crate) fn of<'a>(
        analysis: &Analysis,
        shown: impl Iterator<Item = (&'a Variable, &'a Supposed)>,
    ) -> Self {
        let mut counted: BTreeMap<SourceScope, Vec<(Supposition, usize)>> = BTreeMap::new();
        for (variable, supposed) in shown {
            let Some(scope) = function_around(analysis, variable.range.start) else { continue };
            let counts = counted.entry(scope).or_default();
            for supposition in supposed.condition.suppositions() {
                match counts.iter_mut().find(|(known, _)| known == supposition) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((supposition.clone(), 1)),
                }
            }
        }
        let of_scopes = counted.into_iter().map(|(scope, counts)| (scope, most_common(&counts)));
        Self { of_scopes: of_scopes.collect() }
    }

    /// What is said at the head of each function, by its scope.
    pub(crate) fn all(&self) -> impl Iterator<Item = (SourceScope, Condition)> {
        self.of_scopes.iter().map(|(scope, said)| (*scope, said.iter().cloned().collect()))
    }

    /// What a value rests on that its function's head does not say.
    pub(crate) fn own(&self, analysis: &Analysis, at: usize, condition: &Condition) -> Condition {
        let said = function_around(analysis, at).and_then(|scope| self.of_scopes.get(&scope));
        let said = said.map(Vec::as_slice).unwrap_or_default();
        condition.suppositions().iter().filter(|own| !said.contains(own)).cloned().collect()
    }
}

/// Of each name what most values rest on.
fn most_common(counts: &[(Supposition, usize)]) -> Vec<Supposition> {
    let is_most_common = |(one, count): &&(Supposition, usize)| {
        let others = counts.iter().filter(|(other, _)| other.name == one.name);
        let most = others.map(|(_, count)| *count).max().unwrap_or(*count);
        let first = counts.iter().find(|(other, count)| other.name == one.name && *count == most);
        first.is_some_and(|(first, _)| first == one)
    };
    counts.iter().filter(is_most_common).map(|(one, _)| one.clone()).collect()
}

/// The scope of the outermost function that holds the byte `at`.
pub(crate) fn function_around(analysis: &Analysis, at: usize) -> Option<SourceScope> {
    let file = &analysis.file;
    file.enclosing(file.scope_at(at)).filter(|scope| *scope != SourceScope::FILE).last()
}
