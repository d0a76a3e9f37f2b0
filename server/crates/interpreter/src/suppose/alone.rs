//! Python functions of which nothing came to be known, run by themselves: what a caller gives that cannot be computed takes
//! nothing away of what would be supposed if nothing called them.
//!
//! Where functions begin that hold something unknown, or call, by its name, one that does. They are run once more as if
//! the file were imported: first the code says what it knows of their parameters, then these are supposed.

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    evaluation::{HostEvaluation, HostFile, VariableKind},
    outside::Outside,
};

use crate::{
    code::each_function::each_function,
    limits::MAX_ALONE_STEPS,
    python::unrun::called_names,
    state::{choices::Choices, function_start::FunctionStart, implicit_code::Code, interpreter::Interpreter},
    suppose::{
        Told, cpp::begin::is_any_within, joined::joined, known::is_unknown, of_one_run::outer_functions,
        supposition::Suppositions,
    },
};

/// What the runs before tell of functions.
pub(crate) struct Before {
    pub(crate) told: Told,
    /// Functions that were run under suppositions.
    pub(crate) ran: FxHashSet<FunctionStart>,
    /// Functions that nothing called, and which were run as such under suppositions: another time they give the same.
    pub(crate) begun: FxHashSet<FunctionStart>,
}

/// Adds what functions hold that are run by themselves.
pub(crate) fn run(
    evaluation: HostEvaluation,
    before: Before,
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
) -> HostEvaluation {
    let wanted = wanted(&evaluation, &before, main);
    if wanted.is_empty() {
        return evaluation;
    }
    let interpreter = |told: Told, is_supposing: bool| {
        let mut interpreter = Interpreter::new(main, others, outside, Choices::new());
        interpreter.step_limit = MAX_ALONE_STEPS;
        let wanted = Some(wanted.clone());
        interpreter.suppositions = Suppositions { told, is_supposing, wanted, ..Suppositions::default() };
        interpreter
    };
    let (_, _, told) = interpreter(before.told, false).run_file();
    let (found, _) = interpreter(told, true).run_file_supposing();
    joined(evaluation, found, &outer_functions(&main.program.items))
}

/// Where the functions begin that are run, in order.
fn wanted(evaluation: &HostEvaluation, before: &Before, main: &HostFile) -> Vec<usize> {
    let unknown = unknown_places(evaluation, VariableKind::Variable);
    let unknown_parameters = unknown_places(evaluation, VariableKind::Parameter);
    let mut functions = Vec::new();
    each_function(&main.program.items, None, &mut |code: Code<'_>| {
        if !before.begun.contains(&FunctionStart::of(code.function)) {
            functions.push(code.function);
        }
    });
    let mut wanted: Vec<usize> = Vec::new();
    let mut names: FxHashSet<&str> = FxHashSet::default();
    for function in &functions {
        if !is_any_within(&unknown, &function.range) {
            continue;
        }
        if !before.ran.contains(&FunctionStart::of(function)) {
            wanted.push(function.range.start);
            names.insert(&function.name.text);
        } else if is_any_within(&unknown_parameters, &function.range) {
            // Whoever called it could not say what it gives, and would not now.
            wanted.push(function.range.start);
        }
    }
    if wanted.is_empty() {
        return wanted;
    }
    let mut calling: Vec<_> = functions
        .iter()
        .filter(|function| !wanted.contains(&function.range.start))
        .map(|function| (*function, called_names(function)))
        .collect();
    // Those that call them come first, and give them what they can.
    loop {
        let count = calling.len();
        calling.retain(|(function, calls)| {
            let calls_one = calls.iter().any(|name| names.contains(name.as_str()));
            if calls_one {
                wanted.push(function.range.start);
                names.insert(&function.name.text);
            }
            !calls_one
        });
        if calling.len() == count {
            break;
        }
    }
    wanted.sort_unstable();
    wanted
}

/// Where variables of a kind are declared of which nothing is known, in order.
fn unknown_places(evaluation: &HostEvaluation, kind: VariableKind) -> Vec<usize> {
    let variables = evaluation.variables.iter();
    let unknown = variables
        .filter(|variable| variable.kind == kind && variable.supposed.is_empty() && is_unknown(variable));
    let mut places: Vec<usize> = unknown.map(|variable| variable.range.start).collect();
    places.sort_unstable();
    places
}
