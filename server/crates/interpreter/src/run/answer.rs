//! From what was found to what is answered: values as the source spells them, several answers with their call sites.

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::FxHashSet;

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    call::Computed,
    evaluation::{Answer, HostEvaluation, HostNode, Site, Supposed, Variable},
    open_number::readable,
    supposition::Condition,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Value, symbolic};

use crate::{
    limits::MAX_ANSWERS,
    state::{
        context::ContextId,
        interpreter::Interpreter,
        records::{Found, VariableRecord},
    },
    suppose,
};

/// A variable, what was found of it, and under which condition each was.
type Conditional = (Variable, Vec<Found>, Vec<Condition>);

impl Interpreter<'_> {
    /// The algebra's view of a value, with its names as they are true at the place at hand.
    pub(crate) fn shown_here(&mut self, computed: &Computed) -> Evaluated {
        let value = computed.value.algebra();
        let mut evaluated = match &computed.evaluated {
            Some(evaluated) if evaluated.value == value => (**evaluated).clone(),
            _ => Evaluated::from(value),
        };
        if symbolic::has_names(&evaluated.value) {
            evaluated.value = self.spelled_here(&evaluated.value);
        }
        self.spell_texts_here(&mut evaluated);
        evaluated
    }

    /// The value with each name as the source spells it. An integer whose names mean something else here is left open.
    fn spelled_here(&mut self, value: &Value) -> Value {
        let mut spellings: BTreeMap<String, Option<String>> = BTreeMap::new();
        for name in symbolic::names(value) {
            let spelling = self.spelling_here(&name);
            // Two numbers of one spelling in one value: neither can be shown so.
            let is_taken = spelling.is_some() && spellings.values().any(|other| *other == spelling);
            spellings.insert(name, if is_taken { None } else { spelling });
        }
        if spellings.iter().all(|(name, spelling)| spelling.as_ref() == Some(name)) {
            return value.clone();
        }
        let spelled = symbolic::mapped(value, &|integer| {
            let Integer::Dynamic(expression) = integer else { return Ok(integer.clone()) };
            let names = expression.names();
            if names.iter().any(|name| spellings.get(&*name.text).is_none_or(Option::is_none)) {
                return Ok(Integer::name("?"));
            }
            let spelled = expression.substitute(&|name| {
                let text = spellings.get(&*name.text)?.as_ref()?;
                Some(Expression::of_name(Name { text: text.as_str().into(), ..name.clone() }))
            });
            spelled.map(Integer::Dynamic)
        });
        spelled.unwrap_or_else(|error| Value::unknown(error.to_string()))
    }

    /// What is said of a value, with each name as the source spells it, and in words where it does not.
    fn spell_texts_here(&mut self, evaluated: &mut Evaluated) {
        let is_of_nameless = |text: &String| text.contains('?');
        // Where a part begins is an expression: without all of its names it says nothing.
        evaluated.offset = evaluated.offset.take().and_then(|offset| {
            let mut is_spelled = true;
            let spelled = symbolic::in_words(&readable(&offset), |name| {
                let spelling = self.spelling_here(name);
                is_spelled &= spelling.is_some();
                spelling
            });
            is_spelled.then_some(spelled)
        });
        for texts in [&mut evaluated.rounds_up_unless, &mut evaluated.steps, &mut evaluated.notes] {
            for text in texts.iter_mut().filter(|text| is_of_nameless(text)) {
                *text = symbolic::in_words(&readable(text), |name| self.spelling_here(name));
            }
            texts.dedup();
        }
    }

    /// How a run-time integer is spelled at the place at hand; `None` when that name means another number here.
    fn spelling_here(&mut self, name: &str) -> Option<String> {
        let spelling = match name.starts_with('?') {
            true => self.names.spelling(name)?.to_owned(),
            false => name.to_owned(),
        };
        if spelling.contains('.') {
            return Some(spelling);
        }
        let here = self.look_up(self.scope(), &spelling);
        let is_other = here.is_some_and(|here| match here.as_integer() {
            Some(integer) => {
                let expression = integer.expression();
                let names = expression.names();
                !names
                    .iter()
                    .next()
                    .is_some_and(|own| *own.text == *name && expression == Expression::of_name(own.clone()))
            }
            None => false,
        });
        (!is_other).then_some(spelling)
    }

    /// Everything that was found, in the order of the text.
    pub(crate) fn answers(mut self) -> HostEvaluation {
        self.called_out_of_sight = self.calls_out_of_sight();
        let records = std::mem::take(&mut self.records);
        let mut variables: BTreeMap<(usize, usize), (Variable, Vec<Found>)> = BTreeMap::new();
        for record in records.variables {
            let key = (record.name.range.start, record.name.range.end);
            let (variable, found) = record.into_variable();
            let (_, all) = variables.entry(key).or_insert_with(|| (variable, Vec::new()));
            add(all, found);
        }
        let mut nodes: BTreeMap<(usize, usize), Vec<Found>> = BTreeMap::new();
        for record in records.nodes {
            // Inner expressions end before the outer ones, or begin behind them.
            add(nodes.entry((record.range.end, usize::MAX - record.range.start)).or_default(), record.found);
        }
        let variables = variables.into_values();
        let nodes = nodes.into_iter();
        HostEvaluation {
            variables: variables
                .map(|(variable, found)| {
                    let is_sample = found.iter().any(|found| {
                        found.evaluated.value.unknown_reason().is_none()
                            && (self.caller(found.context).is_some()
                                || self.may_be_called_again(found.context))
                    });
                    Variable { answers: self.labelled(found), is_sample, ..variable }
                })
                .collect(),
            nodes: nodes
                .map(|((end, start), found)| HostNode {
                    range: usize::MAX - start..end,
                    answers: self.labelled(found),
                    supposed: Vec::new(),
                })
                .collect(),
            problems: std::mem::take(&mut self.refusals).problems(),
        }
    }

    /// What was found under suppositions, in the order of the text.
    pub(crate) fn supposed_answers(mut self) -> suppose::Found {
        let records = std::mem::take(&mut self.records);
        let mut variables: BTreeMap<(usize, usize), Conditional> = BTreeMap::new();
        let mut met = FxHashSet::default();
        for record in records.variables {
            let key = (record.name.range.start, record.name.range.end);
            met.insert(key);
            let Some(condition) = suppose::condition_of(&record.found) else { continue };
            let (variable, found) = record.into_variable();
            let (_, all, conditions) =
                variables.entry(key).or_insert_with(|| (variable, Vec::new(), Vec::new()));
            let known = all.len();
            add(all, found);
            if all.len() > known {
                conditions.push(condition);
            }
        }
        let with_answers = |(key, (variable, mut found, mut conditions)): (_, Conditional)| {
            // Where another run has a value, `None` says no more.
            let is_given: Vec<bool> = found.iter().map(|found| found.value != HostValue::Nothing).collect();
            if is_given.contains(&true) {
                let mut kept = is_given.iter();
                found.retain(|_| kept.next() != Some(&false));
                let mut kept = is_given.iter();
                conditions.retain(|_| kept.next() != Some(&false));
            }
            let answers = conditions.into_iter().zip(self.labelled(found));
            (key, (variable, answers.map(|(condition, answer)| Supposed { condition, answer }).collect()))
        };
        let mut nodes: BTreeMap<(usize, usize), (Vec<Found>, Vec<Condition>)> = BTreeMap::new();
        for record in records.nodes {
            let Some(condition) = suppose::condition_of(&record.found) else { continue };
            let (all, conditions) = nodes.entry((record.range.start, record.range.end)).or_default();
            let known = all.len();
            add(all, record.found);
            if all.len() > known {
                conditions.push(condition);
            }
        }
        let nodes = nodes.into_iter().map(|(key, (found, conditions))| {
            let answers = conditions.into_iter().zip(self.labelled(found));
            (key, answers.map(|(condition, answer)| Supposed { condition, answer }).collect())
        });
        let accesses = nodes.collect();
        suppose::Found { variables: variables.into_iter().map(with_answers).collect(), met, accesses }
    }

    /// Has the reason why something is unknown name run-time integers as the source spells them.
    pub(crate) fn spell_reason(&self, value: &mut Value) {
        if let Value::Unknown(unknown) = value {
            unknown.reason = readable(&unknown.reason);
            unknown.reason = symbolic::in_words(&unknown.reason, |name| match name {
                "?" => Some(name.to_owned()),
                name => self.names.spelling(name).map(str::to_owned),
            });
        }
    }

    /// Answers, each with its call when there are several.
    fn labelled(&self, mut found: Vec<Found>) -> Vec<Answer> {
        let is_known = |found: &Found| !matches!(found.evaluated.value, Value::Unknown(_));
        if found.iter().any(is_known) {
            found.retain(|found| is_known(found) || !found.is_weak);
        }
        let sites = match found.len() {
            0 | 1 => Vec::new(),
            _ => self.sites(&found.iter().map(|found| self.path(found.context)).collect::<Vec<_>>()),
        };
        found
            .into_iter()
            .zip(sites.into_iter().chain(std::iter::repeat_with(|| None)))
            .map(|(found, site)| {
                let thread = match &found.value {
                    HostValue::Tensor(tensor) => tensor.thread.clone(),
                    _ => found.evaluated.thread.clone(),
                };
                let mut evaluated = found.evaluated;
                let is_of_some_calls =
                    evaluated.value.unknown_reason().is_none() && self.may_be_called_again(found.context);
                self.spell_reason(&mut evaluated.value);
                let site = with_caller(site, self.caller(found.context));
                let site =
                    if is_of_some_calls { Some(self.of_some_calls(site, found.context)) } else { site };
                Answer { value: found.value, evaluated, site, thread }
            })
            .collect()
    }

    /// The Python file that imports the first one and without which nothing comes to a context: others may do otherwise.
    fn caller(&self, context: ContextId) -> Option<String> {
        if !self.is_python() {
            return None;
        }
        let root = *self.path(context).get(1)?;
        let file = Some(self.contexts.get(root).file).filter(|file| !file.is_main())?;
        let name = &self.files.get(file)?.name;
        Some(name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned())
    }

    /// Whether the run of a program came to its end before all calls were seen, or some cannot be seen. Around a header, units say so of themselves.
    fn may_be_called_again(&self, context: ContextId) -> bool {
        if self.is_one_of_unseen_calls(context) {
            return true;
        }
        (self.steps > self.step_limit || self.has_unseen_calls)
            && self.launches.is_none()
            && !self.suppositions.is_supposing
            && context != ContextId::OUTSIDE
            && !self.contexts.get(context).parent.is_some_and(|call_of| self.contexts.get(call_of).is_root)
    }

    fn of_some_calls(&self, site: Option<Site>, context: ContextId) -> Site {
        let context = self.contexts.get(context);
        let file = self.files.get(context.file).filter(|_| !context.file.is_main());
        // Around a header, the program is named in the place of the call.
        let of_program = self.launches.is_some().then(|| Site::labelled(""));
        let site = site.or(of_program).unwrap_or_else(|| Site {
            file: file.map(|file| file.name.clone()),
            range: context.range.clone(),
            label: String::new(),
        });
        let label = match site.label.is_empty() {
            true => OF_SOME_CALLS.to_owned(),
            false => format!("{OF_SOME_CALLS}: {}", site.label),
        };
        Site { label, ..site }
    }

    /// The calls from a root to a context, the root's first.
    fn path(&self, context: ContextId) -> Vec<ContextId> {
        let mut path: Vec<ContextId> = self.contexts.path_from(context).collect();
        path.reverse();
        path
    }

    /// The calls that tell these paths apart.
    fn sites(&self, paths: &[Vec<ContextId>]) -> Vec<Option<Site>> {
        let all: Vec<&[ContextId]> = paths.iter().map(Vec::as_slice).collect();
        let mut sites: Vec<Option<Site>> = (0..all.len()).map(|index| self.site(index, &all)).collect();
        let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, site) in sites.iter().enumerate() {
            alike
                .entry(site.as_ref().map(|site| site.label.clone()).unwrap_or_default())
                .or_default()
                .push(index);
        }
        // Some of them may go through the same functions: `run` with one argument, and with another one.
        for (label, alike) in alike {
            if label.is_empty() || alike.len() < 2 || alike.len() == all.len() {
                continue;
            }
            let these: Vec<&[ContextId]> =
                alike.iter().filter_map(|index| all.get(*index).copied()).collect();
            for (at, index) in alike.iter().enumerate() {
                if let Some(Some(site)) = sites.get_mut(*index)
                    && let Some(within) = self.site(at, &these)
                    && !within.label.is_empty()
                    && within.label != label
                {
                    site.label = format!("{label}, {}", within.label);
                }
            }
        }
        sites
    }

    /// The call that tells one path from the others.
    fn site(&self, index: usize, paths: &[&[ContextId]]) -> Option<Site> {
        let path = *paths.get(index)?;
        let others =
            || paths.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, path)| *path);
        let shared = path
            .iter()
            .enumerate()
            .take_while(|(at, context)| others().all(|other| other.get(*at) == Some(context)))
            .count();
        let call = *path.get(shared).or(path.last())?;
        // The launch itself says more than the call in which the paths part, when there is one on the way.
        let last = path.last().copied().filter(|_| path.len() > shared + 1).unwrap_or(call);
        let context = self.contexts.get(last);
        let mut functions: Vec<&str> = Vec::new();
        for at in path.get(shared..).unwrap_or_default() {
            let name = self.contexts.get(*at).function.as_str();
            let is_everywhere =
                others().all(|other| other.iter().any(|at| self.contexts.get(*at).function == name));
            // What nothing calls begins with a context of its own.
            if !is_everywhere && !name.is_empty() && functions.last() != Some(&name) {
                functions.push(name);
            }
        }
        let label = match functions.is_empty() {
            false => functions.join(" > "),
            true => {
                let at_parting = others().filter_map(|other| other.get(shared).copied());
                let at_end = others().filter_map(|other| other.last().copied());
                self.different_argument(call, at_parting.collect())
                    .or_else(|| self.different_argument(last, at_end.collect()))
                    .unwrap_or_default()
            }
        };
        let file =
            self.files.get(context.file).filter(|_| !context.file.is_main()).map(|file| file.name.clone());
        Some(Site { file, range: context.range.clone(), label })
    }

    /// The first parameter that tells a call from the others: `TA = half_t`.
    fn different_argument(&self, call: ContextId, others: Vec<ContextId>) -> Option<String> {
        let context = self.contexts.get(call);
        let others: Vec<_> = others.into_iter().map(|other| self.contexts.get(other)).collect();
        let differs = |(at, (name, value)): &(usize, &(String, HostValue))| {
            let is_other = |(own, given): &(String, HostValue)| own != name || self.differs(given, value);
            others.iter().any(|other| other.given.get(*at).is_none_or(is_other))
        };
        let (at, (name, value)) = context
            .given
            .iter()
            .enumerate()
            .filter(differs)
            .find(|(_, (_, value))| value.unknown_reason().is_none())?;
        let others: Vec<&HostValue> =
            others.iter().filter_map(|other| other.given.get(at)).map(|(_, value)| value).collect();
        if let Some((field, value)) = self.different_field(value, &others) {
            return Some(format!("{name}.{field} = {}", self.spelled_argument(value).shown()));
        }
        Some(format!("{name} = {}", self.spelled_argument(value).shown()))
    }

    /// Whether an argument tells a call from another one, as the source spells them: of two numbers that go by one name in two
    /// functions it hangs on what was run before which one has it.
    fn differs(&self, one: &HostValue, other: &HostValue) -> bool {
        one != other
            && (matches!(one, HostValue::Instance(_))
                || self.spelled_argument(one).shown() != self.spelled_argument(other).shown())
    }

    /// An argument with its run-time integers as the source spells them, for labels.
    pub(crate) fn spelled_argument(&self, value: &HostValue) -> HostValue {
        if let HostValue::Type(of) = value
            && let HostType::Of(value) = &**of
        {
            return HostValue::Type(Arc::new(HostType::Of(self.spelled_argument(value))));
        }
        let algebra = value.algebra();
        if !symbolic::has_names(&algebra) {
            return value.clone();
        }
        let spelled = symbolic::mapped(&algebra, &|integer| {
            let Integer::Dynamic(expression) = integer else { return Ok(integer.clone()) };
            let spelling = |name: &Name| match name.is_anonymous() {
                true => self.names.spelling(&name.text).unwrap_or("?").to_owned(),
                false => name.text.to_string(),
            };
            let named =
                |name: &Name| Some(Expression::of_name(Name { text: spelling(name).into(), ..name.clone() }));
            expression.substitute(&named).map(Integer::Dynamic)
        });
        spelled.map_or_else(|_| value.clone(), HostValue::Value)
    }

    /// The first field that tells an object from others.
    fn different_field(&self, object: &HostValue, others: &[&HostValue]) -> Option<(&str, &HostValue)> {
        let fields_of = |object: &HostValue| match object {
            HostValue::Instance(instance) => Some(self.instances.of(instance.id)),
            _ => None,
        };
        let others: Vec<_> = others.iter().filter_map(|other| fields_of(other)).collect();
        let differs = |(name, value): &(&String, &HostValue)| {
            value.unknown_reason().is_none()
                && !matches!(value, HostValue::Instance(_))
                && others.iter().any(|other| other.get(*name).is_none_or(|other| self.differs(other, value)))
        };
        let (name, value) = fields_of(object)?.iter().find(differs)?;
        Some((name, value))
    }
}

/// The site of what a call gives where others may be left that were not run.
const OF_SOME_CALLS: &str = "calls that were run";

/// The site of an answer that is known in one file that imports the first one.
fn with_caller(site: Option<Site>, file: Option<String>) -> Option<Site> {
    let Some(file) = file else { return site };
    let site = site.unwrap_or_else(|| Site::labelled(""));
    let label = match site.label.is_empty() {
        true => file.clone(),
        false => format!("{file}: {}", site.label),
    };
    Some(Site { file: site.file.or(Some(file)), label, ..site })
}

impl VariableRecord {
    /// The variable, without answers yet, and what was found of it.
    fn into_variable(self) -> (Variable, Found) {
        let variable = Variable {
            name: self.name.text,
            range: self.name.range,
            statement: self.statement,
            kind: self.kind,
            visible: self.visible,
            answers: Vec::new(),
            is_sample: false,
            supposed: Vec::new(),
        };
        (variable, self.found)
    }
}

/// Adds a finding unless an equal one is there; a known value replaces nothing.
fn add(all: &mut Vec<Found>, found: Found) {
    let is_same = |other: &Found| {
        is_same_text(&other.evaluated.value, &found.evaluated.value)
            && (other.value == found.value || !matches!(found.evaluated.value, Value::Unknown(_)))
            || matches!(
                (&other.evaluated.value, &found.evaluated.value),
                (Value::Unknown(_), Value::Unknown(_))
            )
    };
    if all.iter().any(is_same) {
        return;
    }
    // Most have one answer, and nothing to compare it with.
    if !all.is_empty() && symbolic::has_names(&found.evaluated.value) {
        let open = without_paths(&found.evaluated.value);
        if let Some(alike) = all.iter_mut().find(|other| without_paths(&other.evaluated.value) == open) {
            alike.evaluated.value = open;
            alike.evaluated.offset = None;
            return;
        }
    }
    if all.len() < MAX_ANSWERS {
        // Most have one, and there may be tens of thousands.
        if all.is_empty() {
            all.reserve_exact(1);
        }
        all.push(found);
    }
}

/// The value with the numbers open that objects hold: of several calls each has its own.
fn without_paths(value: &Value) -> Value {
    let is_path = |name: &Name| name.text.contains('.');
    let open = symbolic::mapped(value, &|integer| match integer {
        Integer::Dynamic(expression) if expression.names().iter().any(is_path) => Ok(Integer::name("?")),
        integer => Ok(integer.clone()),
    });
    open.unwrap_or_else(|_| value.clone())
}

/// Whether two values read the same; run-time integers of one spelling may have different bounds.
fn is_same_text(one: &Value, other: &Value) -> bool {
    one == other
        || symbolic::has_names(one) && symbolic::has_names(other) && one.to_string() == other.to_string()
}
