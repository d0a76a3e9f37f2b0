//! A C++ header in the programs that include it: what their functions make of its templates.

use std::collections::BTreeMap;

use layout_algebra::symbolic::Facts;

use super::{
    super::{Answer, HostEvaluation, HostFile, HostNode, Site, Variable},
    Interpreter, IsOutdated,
    configuration::Choices,
    limits::{MAX_ANSWERS, MAX_UNIT_STEPS},
    roots::roots,
};
use crate::Value;

/// What the first file means, where each of `units` is a program that includes it: the program's own file, then what
/// else that includes. What no program reaches means what it means alone.
pub(super) fn run(
    main: &HostFile,
    own: &[HostFile],
    units: &[Vec<HostFile>],
    facts: &Facts,
    is_outdated: IsOutdated<'_>,
) -> HostEvaluation {
    let alone = super::configuration::run(main, own, facts, is_outdated);
    let found: Vec<(&str, HostEvaluation)> = units
        .iter()
        .filter_map(|files| {
            let of = files.first()?;
            let interpreter = Interpreter::new(main, files, facts, Choices::new(), is_outdated);
            Some((of.name.as_str(), interpreter.run_unit()))
        })
        .collect();
    joined(alone, found)
}

impl Interpreter<'_> {
    /// Runs what the second file, a program, runs of the first one, which it includes.
    fn run_unit(mut self) -> HostEvaluation {
        self.step_limit = MAX_UNIT_STEPS;
        let Some(unit) = self.files.get(1).copied() else { return HostEvaluation::default() };
        let scope = self.file_scopes.get(1).copied().unwrap_or_default();
        self.begin();
        let mentioned = super::roots::mentioned(&unit.program.items);
        let mut all = roots(&unit.program.items, &self.choices);
        all.retain(|root| {
            let is_called = mentioned.contains(root.function.name.text.as_str());
            root.function.name.text == "main" || root.function.template.is_empty() && !is_called
        });
        all.sort_by_key(|root| root.function.name.text != "main");
        let frame = self.top_frame(scope, Vec::new(), usize::MAX);
        self.frames.push(frame);
        for root in all {
            self.run_root(root, scope, false);
        }
        self.frames.pop();
        self.answers()
    }
}

/// What programs found, in the place of what the header alone says.
fn joined(alone: HostEvaluation, units: Vec<(&str, HostEvaluation)>) -> HostEvaluation {
    let mut variables: BTreeMap<(usize, usize), Vec<Answer>> = BTreeMap::new();
    let mut declared: BTreeMap<(usize, usize), Variable> = BTreeMap::new();
    let mut nodes: BTreeMap<(usize, usize), Vec<Answer>> = BTreeMap::new();
    for (unit, evaluation) in units {
        for mut variable in evaluation.variables {
            let key = (variable.range.start, variable.range.end);
            add(variables.entry(key).or_default(), std::mem::take(&mut variable.answers), unit);
            declared.entry(key).or_insert(variable);
        }
        for node in evaluation.nodes {
            let key = (node.range.end, usize::MAX - node.range.start);
            add(nodes.entry(key).or_default(), node.answers, unit);
        }
    }
    let mut all: BTreeMap<(usize, usize), Variable> = BTreeMap::new();
    for variable in alone.variables {
        all.insert((variable.range.start, variable.range.end), variable);
    }
    for (key, answers) in variables {
        if answers.is_empty() {
            continue;
        }
        let Some(variable) = declared.remove(&key) else { continue };
        all.insert(key, Variable { answers: with_sites(answers), ..variable });
    }
    let mut all_nodes: BTreeMap<(usize, usize), HostNode> = BTreeMap::new();
    for node in alone.nodes {
        all_nodes.insert((node.range.end, usize::MAX - node.range.start), node);
    }
    for ((end, start), answers) in nodes {
        if !answers.is_empty() {
            let node = HostNode { range: usize::MAX - start..end, answers: with_sites(answers) };
            all_nodes.insert((end, start), node);
        }
    }
    HostEvaluation {
        variables: all.into_values().collect(),
        nodes: all_nodes.into_values().collect(),
        problems: alone.problems,
    }
}

/// Adds what is known and not there yet, each answer with the program for which it holds.
fn add(all: &mut Vec<Answer>, answers: Vec<Answer>, unit: &str) {
    for mut answer in answers {
        let value = &answer.evaluated.value;
        let is_known = value.unknown_reason().is_none() || answer.value.unknown_reason().is_none();
        let is_same = |other: &Answer| match (&other.evaluated.value, value) {
            (Value::Unknown(_), Value::Unknown(_)) => other.value.kind() == answer.value.kind(),
            (other, value) => other == value || other.to_string() == value.to_string(),
        };
        if !is_known || all.len() >= MAX_ANSWERS || all.iter().any(is_same) {
            continue;
        }
        let site = answer.site.take().unwrap_or(Site { file: None, range: 0..0, label: String::new() });
        let label = match site.label.is_empty() {
            true => unit.to_owned(),
            false => format!("{unit}: {}", site.label),
        };
        answer.site = Some(Site { file: site.file.or_else(|| Some(unit.to_owned())), label, ..site });
        all.push(answer);
    }
}

/// One answer alone needs no site.
fn with_sites(mut answers: Vec<Answer>) -> Vec<Answer> {
    if let [only] = answers.as_mut_slice() {
        only.site = None;
    }
    answers
}
