//! Conditional compilation: where the branches of `#if` leave different values, the program is evaluated once for each.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use layoutlens_host_value::{
    evaluation::{Answer, HostEvaluation, HostFile, HostNode, Site, Variable},
    outside::Outside,
    problem::Problem,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    Language,
    preprocessor::{self, Macro},
};

use crate::{
    code::possible_macros,
    entry::{
        side_by_side,
        thread::{cores, on_threads},
        told_macros,
    },
    kept::{self, Keeping, Pass},
    state::{
        choices::{Choices, Condition},
        interpreter::Interpreter,
    },
    suppose::{self, cpp::truths::Truths},
};

/// How many conditions may have a say in what is answered; with more, what depends on the others is unknown.
const MAX_CONDITIONS: usize = 3;

/// How many more are decided in the one way in which the build defines nothing.
const MAX_UNDEFINED_CONDITIONS: usize = 32;

/// How many are decided where one way to decide them is evaluated.
const MAX_FIRST_CONDITIONS: usize = 8;

/// Runs the first file in every configuration that matters, and once more under suppositions.
pub(crate) fn run(
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
    keeping: Option<&Keeping>,
) -> HostEvaluation {
    if main.language == Language::Python {
        let interpreter = Interpreter::new(main, others, outside, Choices::new());
        let (undecided, _, told) = interpreter.run_file();
        return suppose::run(undecided, told, main, others, outside);
    }
    let evaluation = run_alone(main, others, &Choices::new(), 1, outside, keeping);
    let evaluation = suppose::cpp::macro_default::run(evaluation, main, others, outside);
    suppose::cpp::begin::run(evaluation, main, others, outside, keeping)
}

/// Runs the first file, of C++, in every configuration that matters with these conditions decided, as one of `beside`
/// evaluations at the same time.
pub(crate) fn run_alone(
    main: &HostFile,
    others: &[HostFile],
    decided: &Choices,
    beside: usize,
    outside: Outside<'_>,
    keeping: Option<&Keeping>,
) -> HostEvaluation {
    let files: Vec<&HostFile> = std::iter::once(main).chain(others).collect();
    let told = told_macros::decided(&files);
    let evaluate = |choices: &Choices, steps_before_deciding: usize| {
        let all =
            told.iter().chain(decided).chain(choices).map(|(condition, chosen)| (condition.clone(), *chosen));
        let choices = &all.collect::<Choices>();
        let pass = || Pass { choices: choices.clone(), supposing: None, truths: Truths::new() };
        kept::in_pass(keeping, pass, |of_pass| {
            let interpreter = || {
                let new = Interpreter::new(main, others, outside, choices.clone());
                Interpreter { of_pass: of_pass.cloned(), steps_before_deciding, ..new }
            };
            // It needs two cores; one that is shared with a program holds up what takes longest.
            match cores() > beside {
                true => side_by_side::run_file(
                    main,
                    outside.stated,
                    choices,
                    of_pass.map(|of_pass| &**of_pass),
                    interpreter,
                ),
                false => interpreter().run_file_in_order(),
            }
        })
    };
    // Of what is kept of an earlier revision, a run with nothing decided costs nothing.
    let at_once = match keeping {
        Some(_) => None,
        None => in_both_of_one(&files, |choices| evaluate(choices, 0)),
    };
    at_once.unwrap_or_else(|| in_each(&files, Ways::All, |choices| evaluate(choices, usize::MAX)))
}

/// Which ways to decide conditions are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ways {
    /// All of them, for the first [`MAX_CONDITIONS`].
    All,
    /// One, with the first branches as far as they go together, besides the evaluation in which nothing is decided.
    First,
}

/// The conditions in which the program's own macros have no say.
fn free_of(conditions: BTreeSet<Condition>, files: &[&HostFile]) -> impl Iterator<Item = Condition> {
    conditions.into_iter().filter(|condition| !condition.names_macro_of(files))
}

/// What `evaluate` finds, which stops where a condition conflicts: with nothing decided, or for each branch of the one condition
/// that conflicts. `None` where there are more.
fn in_both_of_one(
    files: &[&HostFile],
    evaluate: impl Fn(&Choices) -> (HostEvaluation, BTreeSet<Condition>) + Sync,
) -> Option<HostEvaluation> {
    let (undecided, conflicts) = evaluate(&Choices::new());
    let free: Vec<Condition> = free_of(conflicts, files).collect();
    let choices: Vec<Choices> = match free.as_slice() {
        [] => return Some(undecided),
        [_] => all_choices(&free).into_iter().filter(possible_macros::may_be).collect(),
        _ => return None,
    };
    let evaluated = on_threads(&choices, &evaluate);
    let has_more = |(_, conflicts): &(HostEvaluation, BTreeSet<Condition>)| {
        free_of(conflicts.clone(), files).next().is_some()
    };
    if choices.iter().all(Choices::is_empty)
        || evaluated.len() != choices.len()
        || evaluated.iter().any(has_more)
    {
        return None;
    }
    Some(joined(choices.into_iter().zip(evaluated.into_iter().map(|(evaluation, _)| evaluation)).collect()))
}

/// What `evaluate` finds with nothing decided; where conditions conflict then, what it finds for ways to decide them.
pub(crate) fn in_each(
    files: &[&HostFile],
    ways: Ways,
    evaluate: impl Fn(&Choices) -> (HostEvaluation, BTreeSet<Condition>) + Sync,
) -> HostEvaluation {
    let (undecided, conflicts) = evaluate(&Choices::new());
    let free = free_of(conflicts, files);
    let choices: Vec<Choices> = match ways {
        Ways::All => {
            let mut conditions: Vec<Condition> = free.take(MAX_UNDEFINED_CONDITIONS).collect();
            // Of more conditions than are decided in all ways, what they are in a build that defines nothing.
            let of_plain_build = (conditions.len() > MAX_CONDITIONS).then(|| undefined_choices(&conditions));
            conditions.truncate(MAX_CONDITIONS);
            let all = all_choices(&conditions).into_iter().filter(possible_macros::may_be);
            all.chain(of_plain_build).collect()
        }
        Ways::First => vec![first_choices(free)],
    };
    if choices.iter().all(Choices::is_empty) {
        return undecided;
    }
    let evaluations = on_threads(&choices, |choices| evaluate(choices).0);
    if evaluations.len() != choices.len() {
        return undecided;
    }
    let rest = (ways == Ways::First).then(|| (Choices::new(), undecided));
    joined(choices.into_iter().zip(evaluations).chain(rest).collect())
}

impl Interpreter<'_> {
    /// Whether conditions turned out to matter that are decided in another run.
    pub(crate) fn may_decide_conditions(&self) -> bool {
        if self.conflicts.is_empty() {
            return false;
        }
        let files: Vec<&HostFile> = self.files.all().map(|(_, file)| file).collect();
        !first_choices(free_of(self.conflicts.clone(), &files)).is_empty()
    }
}

/// The first branch of each condition that goes together with those before.
fn first_choices(conditions: impl Iterator<Item = Condition>) -> Choices {
    let mut choices = Choices::new();
    for condition in conditions.take(MAX_FIRST_CONDITIONS) {
        for chosen in 0..condition.ways() {
            choices.insert(condition.clone(), chosen);
            if possible_macros::may_be(&choices) {
                break;
            }
            choices.remove(&condition);
        }
    }
    choices
}

/// The branches that a build takes which defines no macro, of the conditions in which the compiler and CUTLASS have no say.
fn undefined_choices(conditions: &[Condition]) -> Choices {
    let chosen = |condition: &Condition| Some((condition.clone(), undefined(condition)?));
    conditions.iter().filter_map(chosen).collect()
}

/// The branch that is taken where the macros of the condition are not defined, if the build alone defines them.
fn undefined(condition: &Condition) -> Option<usize> {
    let is_of_compiler =
        |name: &str| ["__", "CUTLASS", "CUTE", "CUDA"].iter().any(|own| name.starts_with(own));
    if condition.texts().flat_map(preprocessor::macros).any(is_of_compiler) {
        return None;
    }
    condition.decided(|_| Macro::Undefined)
}

/// Every way to decide the conditions.
fn all_choices(conditions: &[Condition]) -> Vec<Choices> {
    conditions.iter().fold(vec![Choices::new()], |all, condition| {
        let with = |choices: &Choices, chosen: usize| {
            let mut choices = choices.clone();
            choices.insert(condition.clone(), chosen);
            choices
        };
        all.iter()
            .flat_map(|choices| (0..condition.ways()).map(|chosen| with(choices, chosen)).collect::<Vec<_>>())
            .collect()
    })
}

/// An answer of one configuration.
type Conditional = (Choices, Answer);

/// What the configurations found, each answer with its condition where they differ.
fn joined(evaluations: Vec<(Choices, HostEvaluation)>) -> HostEvaluation {
    let count = evaluations.len();
    let mut variables: BTreeMap<(usize, usize), (Variable, Vec<Conditional>)> = BTreeMap::new();
    let mut nodes: BTreeMap<(usize, usize), Vec<Conditional>> = BTreeMap::new();
    let mut problems: Vec<(Problem, Vec<Choices>)> = Vec::new();
    for (choices, evaluation) in evaluations {
        for mut variable in evaluation.variables {
            let answers = std::mem::take(&mut variable.answers);
            let key = (variable.range.start, variable.range.end);
            let (_, all) = variables.entry(key).or_insert_with(|| (variable, Vec::new()));
            all.extend(answers.into_iter().map(|answer| (choices.clone(), answer)));
        }
        for node in evaluation.nodes {
            let all = nodes.entry((node.range.end, usize::MAX - node.range.start)).or_default();
            all.extend(node.answers.into_iter().map(|answer| (choices.clone(), answer)));
        }
        for problem in evaluation.problems {
            match problems.iter_mut().find(|(known, _)| *known == problem) {
                Some((_, holds)) => holds.push(choices.clone()),
                None => problems.push((problem, vec![choices.clone()])),
            }
        }
    }
    let with_answers = |(variable, answers): (Variable, Vec<Conditional>)| {
        let answers = labelled(answers, &variable.range);
        Variable { answers, ..variable }
    };
    let node = |((end, start), answers): ((usize, usize), Vec<Conditional>)| {
        let range = usize::MAX - start..end;
        HostNode { answers: labelled(answers, &range), range, supposed: Vec::new() }
    };
    // A problem of one configuration is the program's if that is its configuration.
    let with_condition = |(mut problem, holds): (Problem, Vec<Choices>)| {
        if holds.len() == count {
            return Some(problem);
        }
        let condition = shared_condition(&holds);
        problem.message.push_str(&format!(", if {condition}"));
        Some(problem).filter(|_| !condition.is_empty())
    };
    let mut problems: Vec<Problem> = problems.into_iter().filter_map(with_condition).collect();
    problems.sort_by_key(|problem| (problem.range.start, problem.range.end));
    HostEvaluation {
        variables: variables.into_values().map(with_answers).collect(),
        nodes: nodes.into_iter().map(node).collect(),
        problems,
    }
}

/// One answer for equal ones; where they differ by configuration, with the condition under which each holds.
fn labelled(answers: Vec<Conditional>, at: &Range<usize>) -> Vec<Answer> {
    let mut all: Vec<(Vec<Choices>, Answer)> = Vec::new();
    let text = |answer: &Answer| match &answer.evaluated.value {
        Value::Unknown(_) => String::new(),
        value => value.to_string(),
    };
    for (choices, answer) in answers {
        let is_same = |other: &Answer| text(other) == text(&answer) && other.site == answer.site;
        match all.iter_mut().find(|(_, other)| is_same(other)) {
            Some((holds, _)) => holds.push(choices),
            None => all.push((vec![choices], answer)),
        }
    }
    let depends = all
        .iter()
        .any(|(holds, _)| all.iter().any(|(others, _)| others.len() != holds.len() || others != holds));
    if !depends {
        return all.into_iter().map(|(_, answer)| answer).collect();
    }
    let with_label = |(holds, answer): (Vec<Choices>, Answer)| {
        let condition = match shared_condition(&holds) {
            shared if shared.is_empty() => "otherwise".to_owned(),
            shared => shared,
        };
        let site = match answer.site.clone() {
            Some(site) if site.label.is_empty() => Site { label: condition, ..site },
            Some(site) => Site { label: format!("{}, {condition}", site.label), ..site },
            None => Site { file: None, range: at.clone(), label: condition },
        };
        Answer { site: Some(site), ..answer }
    };
    all.into_iter().map(with_label).collect()
}

/// What is decided in the same way in all of these configurations.
fn shared_condition(holds: &[Choices]) -> String {
    let Some((first, others)) = holds.split_first() else { return String::new() };
    let is_shared = |(condition, chosen): &(&Condition, &usize)| {
        others.iter().all(|other| other.get(condition) == Some(*chosen))
    };
    let labels: Vec<String> =
        first.iter().filter(is_shared).map(|(condition, chosen)| condition.label(*chosen)).collect();
    labels.join(", ")
}
