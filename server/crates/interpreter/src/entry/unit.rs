//! A C++ header in the programs that include it: what their functions make of its templates.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use layoutlens_host_value::{
    evaluation::{Answer, HeaderPrograms, HostEvaluation, HostFile, HostNode, Site, Variable},
    outside::Outside,
};
use layoutlens_operation::Value;

use crate::{
    code::mentioned::mentioned,
    entry::{
        configuration::{self, Ways, in_each},
        roots::roots,
        thread::on_threads,
        told_macros,
    },
    kept::Keeping,
    limits::{MAX_ANSWERS, MAX_FURTHER_UNIT_STEPS, MAX_UNIT_STEPS, STEPS_BEFORE_DECIDING},
    state::{choices::Condition, interpreter::Interpreter, launches::Launches},
    suppose,
};

/// What the first file means in the programs that include it. What no program reaches means what it means alone.
pub(crate) fn run(
    main: &HostFile,
    own: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
    keeping: Option<&Keeping>,
) -> HostEvaluation {
    let around: Vec<&HostFile> = own.iter().chain(programs.programs.iter().flatten()).collect();
    // What it includes itself was read in its turn.
    let is_own = |file: &&&HostFile| own.iter().any(|own| own.name == file.name);
    let of_programs: Vec<&HostFile> = around.iter().filter(|file| !is_own(file)).copied().collect();
    let (read_alone, own) = (told_macros::beside(main, &of_programs), beside_programs(own, main, &around));
    let own = own.as_slice();
    let alone: Vec<&HostFile> = std::iter::once(&read_alone).chain(own).collect();
    let overridden = told_macros::overridden(&alone, &around);
    if programs.programs.is_empty() {
        // What is kept is of the code with its defaults.
        let keeping = keeping.filter(|_| Arc::ptr_eq(&read_alone.program, &main.program));
        return configuration::run(&read_alone, own, outside, keeping);
    }
    let with_steps = programs.programs.iter().enumerate().map(|(index, files)| {
        // All of few are each read whole, so that what they say is certain.
        let steps = if index == 0 || programs.are_all { MAX_UNIT_STEPS } else { MAX_FURTHER_UNIT_STEPS };
        Some((files, steps))
    });
    let all: Vec<Option<(&Vec<HostFile>, usize)>> = std::iter::once(None).chain(with_steps).collect();
    let evaluated = on_threads(&all, |program| match program {
        None => (None, configuration::run_alone(&read_alone, own, &overridden, all.len(), outside, None)),
        Some((files, steps)) => {
            let evaluation = in_program(main, files, *steps, outside);
            (files.first().map(|file| file.name.as_str()), evaluation)
        }
    });
    let (mut alone, mut found) = (HostEvaluation::default(), Vec::new());
    for (program, evaluation) in evaluated {
        match program {
            Some(program) => found.push((program, evaluation)),
            None => alone = evaluation,
        }
    }
    let evaluation = joined(alone, found, programs.are_all);
    let main = &read_alone;
    let evaluation = suppose::cpp::macro_default::run(evaluation, main, own, outside);
    // What a program says is not supposed. The rest is, with what the files of a program around it say.
    let around = programs.programs.first().map_or(own, Vec::as_slice);
    suppose::cpp::begin::run(evaluation, main, around, outside, None)
}

/// What a header includes, as it is read beside its programs.
fn beside_programs(own: &[HostFile], main: &HostFile, around: &[&HostFile]) -> Vec<HostFile> {
    let all: Vec<&HostFile> = std::iter::once(main).chain(around.iter().copied()).collect();
    own.iter().map(|file| told_macros::beside(file, &all)).collect()
}

/// What the header means in one program, whose macros decide conditions of what it includes.
fn in_program(main: &HostFile, files: &[HostFile], steps: usize, outside: Outside<'_>) -> HostEvaluation {
    let all: Vec<&HostFile> = std::iter::once(main).chain(files).collect();
    let mut all = told_macros::beside_each_other(&all).into_iter();
    let Some(main) = all.next() else { return HostEvaluation::default() };
    let files: Vec<HostFile> = all.collect();
    let program_first: Vec<&HostFile> =
        files.iter().take(1).chain([&main]).chain(files.iter().skip(1)).collect();
    let told = told_macros::decided(&program_first);
    in_each(&program_first, Ways::First, |choices| {
        let decided = told.iter().chain(choices).map(|(condition, chosen)| (condition.clone(), *chosen));
        let mut interpreter = Interpreter::new(&main, &files, outside, decided.collect());
        if choices.is_empty() {
            interpreter.steps_before_deciding = STEPS_BEFORE_DECIDING;
        }
        interpreter.run_unit(steps)
    })
}

impl Interpreter<'_> {
    /// Runs what the second file, a program, runs of the first one, which it includes.
    fn run_unit(mut self, steps: usize) -> (HostEvaluation, BTreeSet<Condition>) {
        self.step_limit = steps;
        self.launches = Some(Launches::default());
        let Some((file, unit)) = self.files.others().next() else { return Default::default() };
        let scope = self.files.scope(file);
        let names = mentioned(&unit.program.items);
        let mut all = roots(&unit.program.items, &self.choices);
        all.retain(|root| {
            let is_called = names.contains(root.function.name.text.as_str());
            root.function.name.text == "main" || root.function.template.is_empty() && !is_called
        });
        all.sort_by_key(|root| root.function.name.text != "main");
        let frame = self.top_frame(scope, Arc::default(), usize::MAX);
        self.frames.push(frame);
        self.run_other_globals();
        let has_open = self.has_open_globals();
        if has_open && all.iter().all(|root| root.function.name.text != "main") {
            self.forget_globals();
        }
        self.run_instantiations(&unit.program.items, scope);
        for root in all {
            if has_open && root.function.name.text != "main" {
                self.forget_globals();
            }
            self.run_root(root, scope, false);
        }
        self.run_taken();
        self.frames.pop();
        let conflicts = std::mem::take(&mut self.conflicts);
        let leaves_out_launches = self.launches.as_ref().is_some_and(|launches| launches.is_partial);
        let is_partial = self.steps > self.step_limit || leaves_out_launches;
        let mut evaluation = self.answers();
        for variable in &mut evaluation.variables {
            variable.is_sample |= is_partial;
            if leaves_out_launches && let [only] = variable.answers.as_mut_slice() {
                only.site.get_or_insert_with(|| Site::labelled(ONE_LAUNCH));
            }
        }
        (evaluation, conflicts)
    }
}

/// Where a value is known for that is the same in all launches that were run, where not all were.
const ONE_LAUNCH: &str = "one of several launches";

/// What programs found, in the place of what the header alone says.
fn joined(alone: HostEvaluation, programs: Vec<(&str, HostEvaluation)>, are_all: bool) -> HostEvaluation {
    let mut declared: BTreeMap<(usize, usize), Variable> = BTreeMap::new();
    let mut variables: BTreeMap<(usize, usize), Joined> = BTreeMap::new();
    let mut nodes: BTreeMap<(usize, usize), Joined> = BTreeMap::new();
    for (program, evaluation) in programs {
        let is_open = evaluation.variables.iter().any(|variable| variable.is_sample);
        for mut variable in evaluation.variables {
            let key = (variable.range.start, variable.range.end);
            let found = variables.entry(key).or_default();
            found.is_open |= variable.is_sample;
            found.add(std::mem::take(&mut variable.answers), program);
            declared.entry(key).or_insert(variable);
        }
        for node in evaluation.nodes {
            let key = (node.range.end, usize::MAX - node.range.start);
            let found = nodes.entry(key).or_default();
            found.is_open |= is_open;
            found.add(node.answers, program);
        }
    }
    let mut all: BTreeMap<(usize, usize), Variable> = BTreeMap::new();
    for variable in alone.variables {
        all.insert((variable.range.start, variable.range.end), variable);
    }
    for (key, found) in variables {
        let Some((answers, is_sample)) = found.answers(are_all) else { continue };
        let Some(variable) = declared.remove(&key) else { continue };
        all.insert(key, Variable { answers, is_sample, ..variable });
    }
    let mut all_nodes: BTreeMap<(usize, usize), HostNode> = BTreeMap::new();
    for node in alone.nodes {
        all_nodes.insert((node.range.end, usize::MAX - node.range.start), node);
    }
    for ((end, start), found) in nodes {
        if let Some((answers, _)) = found.answers(are_all) {
            all_nodes.insert(
                (end, start),
                HostNode { range: usize::MAX - start..end, answers, supposed: Vec::new() },
            );
        }
    }
    HostEvaluation {
        variables: all.into_values().collect(),
        nodes: all_nodes.into_values().collect(),
        problems: alone.problems,
    }
}

/// What programs found of one variable or expression.
#[derive(Default)]
struct Joined {
    /// What is known, each answer with the program for which it holds.
    known: Vec<Answer>,
    /// Whether there is more than `known` says: a program that does not know, or too many answers.
    is_open: bool,
}

impl Joined {
    fn add(&mut self, answers: Vec<Answer>, program: &str) {
        for mut answer in answers {
            let value = &answer.evaluated.value;
            let is_known = value.unknown_reason().is_none() || answer.value.unknown_reason().is_none();
            let is_same = |other: &Answer| match (&other.evaluated.value, value) {
                (Value::Unknown(_), Value::Unknown(_)) => other.value.kind() == answer.value.kind(),
                (other, value) => other == value || other.to_string() == value.to_string(),
            };
            if is_known && self.known.iter().any(is_same) {
                continue;
            }
            if !is_known || self.known.len() >= MAX_ANSWERS {
                self.is_open = true;
                continue;
            }
            let site = answer.site.take().unwrap_or_else(|| Site::labelled(""));
            let label = match site.label.is_empty() {
                true => program.to_owned(),
                false => format!("{program}: {}", site.label),
            };
            answer.site = Some(Site { file: site.file.or_else(|| Some(program.to_owned())), label, ..site });
            self.known.push(answer);
        }
    }

    /// The answers, and whether there may be others. One answer for all programs needs no site.
    fn answers(mut self, are_all: bool) -> Option<(Vec<Answer>, bool)> {
        let is_sample = self.is_open || !are_all;
        if let ([only], false) = (self.known.as_mut_slice(), is_sample) {
            only.site = None;
        }
        (!self.known.is_empty()).then_some((self.known, is_sample))
    }
}
