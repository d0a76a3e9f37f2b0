//! What the run under suppositions adds to what is known without them.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use layout_algebra::proof::Verdict;
use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{Answer, HostEvaluation, HostFile, HostNode, Supposed, Variable},
    outside::Outside,
    supposition::Condition,
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Value};

use crate::{
    limits::{MAX_GENEROUS_STEPS, MAX_SUPPOSING_PYTHON_STEPS},
    state::{choices::Choices, interpreter::Interpreter, records},
    suppose::{
        Told,
        alone::{self, Before},
        known::{is_known, is_unknown},
        of_one_run::better_known,
        supposition::Suppositions,
    },
};

/// What a run of a file found under suppositions.
pub(crate) struct Found {
    /// Values of each declared name, by the name's bytes.
    pub(crate) variables: BTreeMap<(usize, usize), (Variable, Vec<Supposed>)>,
    /// Declared names that the program came to, whether they are known or not.
    pub(crate) met: FxHashSet<(usize, usize)>,
    /// What accesses to memory cost, by the bytes of the calls.
    pub(crate) accesses: BTreeMap<(usize, usize), Vec<Supposed>>,
}

/// Adds what is known under suppositions only, where something is unknown.
pub(crate) fn run(
    evaluation: HostEvaluation,
    told: Told,
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
) -> HostEvaluation {
    let is_complete = |variable: &Variable| !is_unknown(variable);
    if evaluation.variables.iter().all(is_complete) {
        return evaluation;
    }
    if told.is_empty() {
        let before = Before { told, ran: FxHashSet::default(), begun: FxHashSet::default() };
        return alone::run(evaluation, before, main, others, outside);
    }
    let run = |told: Told, gives_all: bool, steps: usize| {
        let mut interpreter = Interpreter::new(main, others, outside, Choices::new());
        interpreter.step_limit = steps;
        interpreter.suppositions =
            Suppositions { told, is_supposing: true, gives_all, ..Suppositions::default() };
        interpreter.run_file_supposing()
    };
    let (found, mut before) = run(told, false, MAX_SUPPOSING_PYTHON_STEPS);
    let met = found.met.clone();
    let mut evaluation = joined(evaluation, found, &[]);
    // What stands where the program comes only with what may be left out.
    let is_missed = |variable: &Variable| {
        is_unknown(variable)
            && variable.supposed.is_empty()
            && !met.contains(&(variable.range.start, variable.range.end))
    };
    if evaluation.variables.iter().any(is_missed) {
        let (found, Before { told, .. }) = run(before.told, true, MAX_GENEROUS_STEPS);
        before.told = told;
        evaluation = joined(evaluation, found, &[]);
    }
    alone::run(evaluation, before, main, others, outside)
}

/// Adds what a run found under suppositions, where something is unknown. Of functions, which may be none, that the run
/// knows better than those before all is taken from it.
pub(crate) fn joined(
    mut evaluation: HostEvaluation,
    found: Found,
    functions: &[Range<usize>],
) -> HostEvaluation {
    let Found { variables: mut found, accesses, .. } = found;
    let better_known = better_known(&evaluation, &found, functions);
    evaluation.nodes = with_accesses(evaluation.nodes, accesses);
    for variable in &mut evaluation.variables {
        let key = (variable.range.start, variable.range.end);
        if let Some((_, mut supposed)) = found.remove(&key)
            && is_unknown(variable)
            && (better_known.contains(&key)
                || variable.supposed.iter().all(|known| known.answer.value == HostValue::Nothing)
                    && (variable.supposed.is_empty()
                        || supposed.iter().any(|new| new.answer.value != HostValue::Nothing)))
        {
            // Of what is known in part, a number without a name says no more.
            if variable.answers.iter().any(|answer| matches!(answer.value, HostValue::Tuple(_))) {
                supposed.retain(|supposed| !supposed.answer.evaluated.value.to_string().contains('?'));
            }
            if !supposed.is_empty() {
                variable.supposed = supposed;
            }
        }
    }
    // Names that the program comes to under suppositions only.
    evaluation.variables.extend(
        found
            .into_values()
            .filter(|(_, supposed)| !supposed.is_empty())
            .map(|(variable, supposed)| Variable { answers: vec![not_reached()], supposed, ..variable }),
    );
    evaluation.variables.sort_by_key(|variable| (variable.range.start, variable.range.end));
    evaluation
}

/// What is known of what the program comes to under suppositions only.
fn not_reached() -> Answer {
    let reason = Value::unknown("the code is not known to come here");
    let value = HostValue::Value(reason.clone());
    Answer { value, evaluated: Evaluated::from(reason), site: None, thread: None }
}

/// The calls with what their accesses to memory would cost, where that is not counted.
fn with_accesses(nodes: Vec<HostNode>, accesses: BTreeMap<(usize, usize), Vec<Supposed>>) -> Vec<HostNode> {
    // Inner calls stand before those that hold them.
    let key = |start: usize, end: usize| (end, usize::MAX - start);
    let mut all: BTreeMap<(usize, usize), HostNode> =
        nodes.into_iter().map(|node| (key(node.range.start, node.range.end), node)).collect();
    for ((start, end), supposed) in accesses {
        let unreached = || HostNode { range: start..end, answers: vec![not_reached()], supposed: Vec::new() };
        let node = all.entry(key(start, end)).or_insert_with(unreached);
        let is_counted = |answer: &Answer| {
            matches!(answer.evaluated.value, Value::Finding(_)) && answer.evaluated.verdict == Verdict::Proved
        };
        if !node.answers.iter().any(is_counted) {
            node.supposed = supposed;
        }
    }
    all.into_values().collect()
}

/// A finding's condition, when it has one and says something.
pub(crate) fn condition_of(found: &records::Found) -> Option<Condition> {
    let held = found.supposed.as_ref()?;
    is_known(&found.value).then(|| Condition::new(Arc::clone(held)))
}
