//! From which run the values of a function are taken that rest on suppositions.
//!
//! Each run chooses what it supposes, so values of several runs do not fit beside each other: a layout of a cluster of one
//! block beside a copy that multicasts. What most of a function is known by, all of it is shown by.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_host_value::{
    evaluation::{HostEvaluation, Supposed, Variable},
    value::HostValue,
};
use layoutlens_syntax::program::Item;
use rustc_hash::FxHashSet;

use crate::{code::each_function::each_function, state::implicit_code::Code, suppose::known::is_unknown};

/// The bytes of a declared name.
type Key = (usize, usize);

/// What a function holds of what a run found, beside what is known of it already.
#[derive(Debug, Default)]
struct Beside {
    /// What both know.
    both: Vec<Key>,
    /// How many sizes, strides and the like both leave open there.
    open_before: usize,
    open_now: usize,
    /// How many variables only one of them knows.
    only_before: usize,
    only_now: usize,
}

/// The functions and methods that are in no other, in order.
pub(crate) fn outer_functions(items: &[Item]) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    each_function(items, None, &mut |code: Code<'_>| all.push(code.function.range.clone()));
    all.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    all.retain(|range| {
        let is_outer = range.start >= end;
        end = end.max(range.end);
        is_outer
    });
    all
}

/// The variables with a value of which another one is taken: those of functions of which the run knows more than what is
/// known, by more than it leaves open.
pub(crate) fn better_known(
    evaluation: &HostEvaluation,
    found: &BTreeMap<Key, (Variable, Vec<Supposed>)>,
    functions: &[Range<usize>],
) -> FxHashSet<Key> {
    let function_of = |at: usize| {
        let behind = functions.partition_point(|range| range.start <= at);
        behind.checked_sub(1).filter(|index| functions.get(*index).is_some_and(|range| at < range.end))
    };
    let mut all: BTreeMap<usize, Beside> = BTreeMap::new();
    let mut known: FxHashSet<Key> = FxHashSet::default();
    for variable in &evaluation.variables {
        let key = (variable.range.start, variable.range.end);
        known.insert(key);
        let Some(function) = function_of(key.0).filter(|_| is_unknown(variable)) else { continue };
        let now = found.get(&key).map(|(_, supposed)| supposed.as_slice()).unwrap_or_default();
        let beside = all.entry(function).or_default();
        match (given(&variable.supposed), given(now)) {
            (Some(before), Some(now)) => {
                beside.both.push(key);
                beside.open_before += open_parts(before);
                beside.open_now += open_parts(now);
            }
            (Some(_), None) => beside.only_before += 1,
            (None, Some(_)) => beside.only_now += 1,
            (None, None) => {}
        }
    }
    for (key, (_, supposed)) in found {
        if let Some(function) =
            function_of(key.0).filter(|_| !known.contains(key) && given(supposed).is_some())
        {
            all.entry(function).or_default().only_now += 1;
        }
    }
    // One more open stride is less than one more variable that has a value.
    let is_better = |beside: &Beside| {
        let more_open = beside.open_now.saturating_sub(beside.open_before);
        beside.only_now > beside.only_before + more_open
    };
    all.into_values().filter(is_better).flat_map(|beside| beside.both).collect()
}

/// The first of some values that is one.
fn given(supposed: &[Supposed]) -> Option<&Supposed> {
    supposed.iter().find(|supposed| supposed.answer.value != HostValue::Nothing)
}

/// How many sizes, strides and the like are open in a value.
fn open_parts(supposed: &Supposed) -> usize {
    supposed.answer.evaluated.value.to_string().matches('?').count()
}

#[cfg(test)]
mod tests {
    use layoutlens_host_value::{
        evaluation::{Answer, VariableKind},
        supposition::Condition,
    };
    use layoutlens_operation::Evaluated;

    use super::*;

    fn answer(value: HostValue) -> Answer {
        let evaluated = Evaluated::from(value.algebra());
        Answer { value, evaluated, site: None, thread: None }
    }

    fn supposed(value: HostValue) -> Vec<Supposed> {
        vec![Supposed { condition: Condition::new(std::sync::Arc::default()), answer: answer(value) }]
    }

    /// A variable at a byte that is known under suppositions alone, if at all.
    fn variable(at: usize, value: Option<HostValue>) -> Variable {
        Variable {
            name: "x".to_owned(),
            range: at..at + 1,
            statement: at..at + 1,
            kind: VariableKind::Variable,
            visible: at..usize::MAX,
            answers: vec![answer(HostValue::unknown("nothing gives it"))],
            is_sample: false,
            supposed: value.map(supposed).unwrap_or_default(),
        }
    }

    fn better(before: &[(usize, Option<HostValue>)], now: &[(usize, HostValue)]) -> Vec<usize> {
        let variables = before.iter().map(|(at, value)| variable(*at, value.clone())).collect();
        let evaluation = HostEvaluation { variables, ..HostEvaluation::default() };
        let found = now
            .iter()
            .map(|(at, value)| ((*at, at + 1), (variable(*at, None), supposed(value.clone()))))
            .collect();
        let mut taken: Vec<usize> =
            better_known(&evaluation, &found, &[0..10, 20..30]).into_iter().map(|(start, _)| start).collect();
        taken.sort_unstable();
        taken
    }

    #[test]
    fn a_function_is_taken_whole_from_the_run_that_knows_more_of_it() {
        let one = || HostValue::static_int(1);
        let before = [(1, Some(one())), (3, Some(one())), (5, None), (21, Some(one()))];
        assert_eq!(better(&before, &[(1, one()), (3, one()), (5, one()), (21, one())]), [1, 3]);
        // Names that only this run comes to count, too.
        assert_eq!(better(&before, &[(1, one()), (3, one()), (7, one())]), [1, 3]);
    }

    #[test]
    fn it_stays_where_the_other_run_knows_no_more_or_leaves_more_open() {
        let one = || HostValue::static_int(1);
        let before = [(1, Some(one())), (3, Some(one())), (5, None)];
        assert_eq!(better(&before, &[(1, one()), (3, one())]), [0; 0]);
        assert_eq!(better(&before, &[(1, one()), (5, one())]), [0; 0]);
        assert_eq!(better(&before, &[(1, HostValue::name("?")), (3, one()), (5, one())]), [0; 0]);
    }

    #[test]
    fn it_is_taken_whole_where_the_other_run_knows_more_than_it_leaves_open() {
        let one = || HostValue::static_int(1);
        let before = [(1, Some(one())), (3, Some(one())), (5, None), (6, None)];
        let found = [(1, HostValue::name("?")), (3, one()), (5, one()), (6, one())];
        assert_eq!(better(&before, &found), [1, 3]);
    }
}
