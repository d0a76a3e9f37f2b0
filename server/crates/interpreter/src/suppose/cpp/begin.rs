//! The run under suppositions of a C++ file: whether there is one, and what of the file it runs.

use std::ops::Range;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{HostEvaluation, HostFile, Variable},
    outside::Outside,
    suggestions::Generation,
    supposition::Supposition,
};
use layoutlens_syntax::{Expr, ExprKind, program::Function};

use crate::{
    code::{declared_name::last_name, each_function::each_function, walk},
    entry::side_by_side,
    kept::{self, Keeping, Pass},
    limits::MAX_SUPPOSING_STEPS,
    state::{implicit_code::Code, interpreter::Interpreter},
    suppose::{
        cpp::{
            architecture,
            generation::generation_of,
            macro_default,
            other_truths::{self, OtherTruths},
            reason::{class_elsewhere, is_of_what_nothing_gives},
            truths::Truths,
            undefined_macro,
        },
        joined::joined,
        known::{MAX_DEPTH, is_unknown, unknown_within},
        supposition::Suppositions,
    },
};

/// Adds what is known under suppositions only. A file in which nothing is left open by what nothing gives pays nothing.
pub(crate) fn run(
    evaluation: HostEvaluation,
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
    keeping: Option<&Keeping>,
) -> HostEvaluation {
    let handles = handles(main, outside);
    let mut wanted = wanted(&evaluation);
    wanted.retain(|at| !handles.contains(at));
    if wanted.is_empty() {
        return evaluation;
    }
    want_callers(main, &mut wanted);
    let generation = generation_of(main, outside);
    // The GPU that conditional compilation asks for: where that decides something, all that is found rests on it.
    let (architecture, values) = (outside.libraries.suggestions.architecture)(generation);
    let value = architecture::asked_most(main, (architecture, values), &wanted);
    let mut choices = architecture::choices(std::iter::once(main).chain(others), (architecture, value));
    let of_architecture =
        Supposition { name: architecture.to_owned(), is: format!("= {value}"), binding: None };
    let mut of_file = if choices.is_empty() { Vec::new() } else { vec![of_architecture] };
    let (of_macros, supposed) = macro_default::supposed(std::iter::once(main).chain(others));
    choices.extend(of_macros);
    of_file.extend(supposed);
    let (of_macros, supposed) = undefined_macro::supposed(main, others, &choices, &wanted);
    choices.extend(of_macros);
    of_file.extend(supposed);
    let run = |wanted: &[usize], truths: &Truths, steps: usize| {
        let pass =
            || Pass { choices: choices.clone(), supposing: Some(of_file.clone()), truths: truths.clone() };
        kept::in_pass(keeping, pass, |of_pass| {
            let interpreter = || {
                let mut interpreter = Interpreter::new(main, others, outside, choices.clone());
                interpreter.of_pass = of_pass.cloned();
                interpreter.step_limit = steps;
                interpreter.suppositions = Suppositions {
                    is_supposing: true,
                    wanted: Some(wanted.to_vec()),
                    truths: truths.clone(),
                    generation: Some(generation),
                    of_file: of_file.clone(),
                    ..Suppositions::default()
                };
                interpreter
            };
            let of_pass = of_pass.map(|of_pass| &**of_pass);
            side_by_side::run_file_supposing(main, &choices, wanted, of_pass, interpreter)
        })
    };
    let found = run(&wanted, &Truths::new(), MAX_SUPPOSING_STEPS);
    let mut met = found.met.clone();
    let mut evaluation = joined(evaluation, found, &[]);
    let mut truths: Option<OtherTruths<'_>> = None;
    for _ in 0..other_truths::MAX_RUNS {
        let left = missed(&evaluation, &wanted, &met);
        if left.is_empty() {
            break;
        }
        let truths = truths.get_or_insert_with(|| OtherTruths::of(main, outside));
        let Some(mut other) = truths.next(&left) else { break };
        want_callers(main, &mut other.wanted);
        let mut found = run(&other.wanted, &other.truths, other_truths::MAX_STEPS);
        met.extend(found.met.iter().copied());
        for node in evaluation.nodes.iter().filter(|node| !node.supposed.is_empty()) {
            found.accesses.remove(&(node.range.start, node.range.end));
        }
        evaluation = joined(evaluation, found, &[]);
        if missed(&evaluation, &wanted, &met).len() < left.len() {
            break;
        }
    }
    evaluation
}

/// Where the variables are declared, among these, to which no run came.
fn missed(evaluation: &HostEvaluation, wanted: &[usize], met: &FxHashSet<(usize, usize)>) -> Vec<usize> {
    let is_missed = |variable: &&Variable| {
        variable.supposed.is_empty()
            && wanted.binary_search(&variable.range.start).is_ok()
            && !met.contains(&(variable.range.start, variable.range.end))
    };
    evaluation.variables.iter().filter(is_missed).map(|variable| variable.range.start).collect()
}

/// Whether one of these places, which are in order, lies in these bytes.
pub(crate) fn is_any_within(places: &[usize], range: &Range<usize>) -> bool {
    let first = places.partition_point(|at| *at < range.start);
    places.get(first).is_some_and(|at| *at < range.end)
}

/// Where parameters are declared that have to do with no layout, whatever they are given.
fn handles(main: &HostFile, outside: Outside<'_>) -> FxHashSet<usize> {
    let mut handles = FxHashSet::default();
    each_function(&main.program.items, None, &mut |code: Code<'_>| {
        for parameter in &code.function.parameters {
            if let (Some(name), Some(declared)) = (&parameter.name, &parameter.declared_type)
                && (outside.libraries.suggestions.is_handle)(last_name(declared))
            {
                handles.insert(name.range.start);
            }
        }
    });
    handles
}

/// Where the variables are declared of which nothing is known for what nothing gives, in order.
fn wanted(evaluation: &HostEvaluation) -> Vec<usize> {
    let is_open = |variable: &&Variable| {
        is_unknown(variable)
            && variable.supposed.is_empty()
            && variable.answers.iter().any(|answer| {
                let reason =
                    unknown_within(&answer.value, MAX_DEPTH).or(answer.evaluated.value.unknown_reason());
                reason.is_some_and(|reason| {
                    is_of_what_nothing_gives(reason) || class_elsewhere(reason).is_some()
                })
            })
    };
    let mut wanted: Vec<usize> =
        evaluation.variables.iter().filter(is_open).map(|variable| variable.range.start).collect();
    wanted.sort_unstable();
    wanted
}

/// Templates of functions that name one in which something is wanted are wanted, too: what they give it is no guess.
fn want_callers(main: &HostFile, wanted: &mut Vec<usize>) {
    let mut templates: Vec<&Function> = Vec::new();
    each_function(&main.program.items, None, &mut |code: Code<'_>| {
        if !code.function.template.is_empty() {
            templates.push(code.function);
        }
    });
    let (called, callers): (Vec<&Function>, Vec<&Function>) =
        templates.into_iter().partition(|function| is_any_within(wanted, &function.range));
    let called: FxHashSet<&str> = called.iter().map(|function| function.name.text.as_str()).collect();
    for function in callers {
        let mut names_one = false;
        walk::function(function, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                names_one |= called.contains(name.rsplit("::").next().unwrap_or(name));
            }
        });
        if names_one {
            wanted.push(function.name.range.start);
        }
    }
    wanted.sort_unstable();
}

impl Interpreter<'_> {
    /// Whether something is asked for in these bytes of the first file.
    pub(crate) fn is_wanted(&self, range: &Range<usize>) -> bool {
        match &self.suppositions.wanted {
            None => true,
            Some(wanted) => is_any_within(wanted, range),
        }
    }

    /// Whether templates of C++ are supposed something of, at the place at hand.
    pub(crate) fn supposes_templates(&self) -> bool {
        self.suppositions.is_supposing && self.suppositions.is_open && !self.is_python()
    }

    /// For which GPUs the file at hand is written.
    pub(crate) fn generation(&mut self) -> Generation {
        let known = self.suppositions.generation;
        let generation = known.unwrap_or_else(|| generation_of(self.files.main(), self.outside));
        self.suppositions.generation = Some(generation);
        generation
    }
}
