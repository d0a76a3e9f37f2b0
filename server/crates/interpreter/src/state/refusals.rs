//! What the library refused.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::problem::Problem;

/// What the library said to each call of the first file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusals {
    pub(crate) refused: FxHashMap<(usize, usize), Vec<Option<Problem>>>,
    /// Calls that were computed, or not decided, at least once.
    pub(crate) accepted: FxHashSet<(usize, usize)>,
    /// What no compiler takes, however often the same code compiles for other arguments: by its place.
    pub(crate) failed: FxHashMap<(usize, usize), Problem>,
    /// What calls cost that are computed: by their place, for each time.
    pub(crate) costs: FxHashMap<(usize, usize), Vec<Cost>>,
}

/// What a call costs.
#[derive(Debug, Clone)]
pub(crate) struct Cost {
    /// What is to be said of it, where that is certain.
    pub(crate) problem: Option<Problem>,
    /// The function that calls the one around it.
    pub(crate) caller: String,
}

/// How many callers are named.
const MOST_CALLERS: usize = 2;

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
        for (call, costs) in other.costs {
            self.costs.entry(call).or_default().extend(costs);
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
        problems.extend(self.costs.into_values().filter_map(|costs| told(&costs)));
        problems.sort_by_key(|problem| (problem.range.start, problem.range.end));
        problems
    }
}

/// What is said of a call of which some calls of the function around it may cost something: of which ones, unless it is said of
/// all.
fn told(costs: &[Cost]) -> Option<Problem> {
    let first = costs.iter().find_map(|cost| cost.problem.as_ref())?;
    let is_told = |cost: &&Cost| cost.problem.as_ref() == Some(first);
    let mut callers: Vec<&str> = Vec::new();
    for cost in costs.iter().filter(is_told) {
        if !callers.contains(&cost.caller.as_str()) {
            callers.push(&cost.caller);
        }
    }
    if costs.iter().all(|cost| callers.contains(&cost.caller.as_str())) {
        return Some(first.clone());
    }
    let shown: Vec<String> = callers.iter().take(MOST_CALLERS).map(|caller| format!("`{caller}`")).collect();
    let more = if callers.len() > MOST_CALLERS { ", .." } else { "" };
    let message = format!("{}; as it is called by {}{more}", first.message, shown.join(", "));
    Some(Problem { message, ..first.clone() })
}
