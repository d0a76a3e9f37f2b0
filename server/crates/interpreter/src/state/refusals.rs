//! What the library refused.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::problem::Problem;

/// What the library said to each call of the first file.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    pub(crate) refused: FxHashMap<(usize, usize), Vec<Option<Problem>>>,
    /// Calls that were computed, or not decided, at least once.
    pub(crate) accepted: FxHashSet<(usize, usize)>,
    /// What no compiler takes, however often the same code compiles for other arguments: by its place.
    pub(crate) failed: FxHashMap<(usize, usize), Problem>,
}

impl Refusals {
    /// Takes in what was said elsewhere.
    pub(crate) fn absorb(&mut self, other: Self) {
        for (call, said) in other.refused {
            self.refused.entry(call).or_default().extend(said);
        }
        self.accepted.extend(other.accepted);
        for (place, problem) in other.failed {
            self.failed.entry(place).or_insert(problem);
        }
    }

    /// Problems of calls that are refused every time they are made, in the same words.
    pub(crate) fn problems(self) -> Vec<Problem> {
        let refused = self.refused.into_iter().filter(|(call, _)| !self.accepted.contains(call));
        let mut problems: Vec<Problem> = refused
            .filter_map(|(_, said)| {
                let first = said.first()?.clone()?;
                said.iter().all(|other| other.as_ref() == Some(&first)).then_some(first)
            })
            .collect();
        problems.extend(self.failed.into_values());
        problems.sort_by_key(|problem| (problem.range.start, problem.range.end));
        problems
    }
}
