//! Where Python code enters what the DSL compiles: there, integers become numbers of run time.

use std::collections::BTreeMap;

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::Computed,
    object::{ClassValue, Instance, Object},
    open_number::is_open,
    staging::{Annotation, Compiled},
    value::{HostValue, TMA_INFO},
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    Name,
    program::{Function, Item, Parameter, StatementKind},
};

use crate::{
    code::python_name::KEYWORDS,
    python::record_class::Maker,
    state::{entry::Entry, interpreter::Interpreter, run_time_name::LEAST_INT},
    value::class_of::class_of,
};

/// How deep classes inherit where a method of one of them is looked for.
pub(crate) const MAX_BASES: usize = 8;

/// The method by which a class says itself what of it is known at run time.
const OWN_VALUES: &str = "__extract_mlir_values__";

/// What becomes of the integers of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    /// All are numbers of run time.
    RunTime,
    /// Those that are no constants of Python.
    Variables,
    /// Whether they are is not known.
    Open,
}

impl Interpreter<'_> {
    /// From where a function is entered that is called now.
    pub(crate) fn entry_of(&mut self, function: &Function) -> Entry {
        let is_handed_over = std::mem::take(&mut self.hands_over);
        if !self.is_python() {
            return Entry::Plain;
        }
        let staging = self.outside.libraries.staging;
        match (staging.compiled)(&function.attributes) {
            _ if is_handed_over => Entry::Compiled,
            None => Entry::Plain,
            Some(Compiled::Kernel) => Entry::Compiled,
            Some(Compiled::Function) => {
                let mut running = self.frames.iter().filter_map(|frame| frame.function.as_ref());
                match running.any(|function| (staging.compiled)(&function.attributes).is_some()) {
                    true => Entry::Plain,
                    false if self.runs_root => Entry::Either,
                    false => Entry::Compiled,
                }
            }
        }
    }

    /// What a parameter holds in the function that was entered last.
    pub(crate) fn entered(&mut self, parameter: &Parameter, computed: Computed) -> Computed {
        let entry = self.frames.top().entry;
        let Some(name) = parameter.name.as_ref().filter(|_| entry != Entry::Plain) else { return computed };
        let value = &computed.value;
        let declared = parameter.declared_type.as_ref();
        let staging = self.outside.libraries.staging;
        let turned = match ((staging.annotation)(declared, &mut |name| self.value(name)), entry) {
            (Annotation::Constant, _) | (_, Entry::Plain) => return computed,
            (Annotation::Shape, _) => Turned::Variables,
            (Annotation::Unknown, _) | (_, Entry::Either) => Turned::Open,
            (Annotation::RunTime, Entry::Compiled) => Turned::RunTime,
        };
        let entered = match value.as_integer() {
            Some(integer) => self.entered_integer(&integer, turned, Some(name)),
            None => self.entered_part(value.clone(), turned, name),
        };
        if entered == *value { computed } else { Computed::plain(entered) }
    }

    fn entered_part(&mut self, value: HostValue, turned: Turned, name: &Name) -> HostValue {
        if let Some(integer) = value.as_integer() {
            return self.entered_integer(&integer, turned, None);
        }
        // Nothing in it is a number of its own.
        if matches!(&value, HostValue::Object(object) if object.kind == TMA_INFO) {
            return value;
        }
        if let Some(elements) = value.elements() {
            let elements = elements.into_iter().map(|element| self.entered_part(element, turned, name));
            return HostValue::tuple(elements.collect());
        }
        match &value {
            HostValue::Value(Value::Bool(_)) if turned != Turned::Variables => {
                HostValue::unknown(format!("whether `{}` holds is known at run time", name.text))
            }
            HostValue::Object(object) if object.kind == KEYWORDS => {
                let fields = object.fields.iter();
                let fields = fields
                    .map(|(keyword, value)| (keyword.clone(), self.entered_part(value.clone(), turned, name)))
                    .collect();
                HostValue::Object(Object { fields, ..Object::clone(object) }.into())
            }
            HostValue::Instance(instance) => self.entered_object(instance, turned, name).unwrap_or(value),
            _ => value,
        }
    }

    fn entered_integer(&mut self, integer: &Integer, turned: Turned, name: Option<&Name>) -> HostValue {
        let is_constant = integer.known().is_some();
        // A variable of the code around, or what is computed from such, is the same number in the function.
        let stays = match turned {
            Turned::RunTime => !is_constant && !is_open(integer),
            Turned::Variables => integer.is_static() || !is_constant,
            Turned::Open => !integer.is_static(),
        };
        if stays {
            return HostValue::integer(integer);
        }
        let least = integer.known().map_or(LEAST_INT, |number| number.min(1));
        match (turned, name) {
            (Turned::Open, _) => {
                let what = name.map_or("a number of an argument", |name| &name.text);
                HostValue::integer(&self.names.open(what, least))
            }
            (_, Some(name)) => self.declared_name(&name.text, name.range.start, least),
            (_, None) => HostValue::integer(&self.names.nameless(least)),
        }
    }

    /// A dataclass is taken apart and made again in the function; another class says itself what of it is a number of
    /// run time, and keeps constants of Python's.
    fn entered_object(&mut self, instance: &Instance, turned: Turned, name: &Name) -> Option<HostValue> {
        let class = &instance.class;
        let is_own = self.says_itself(class, MAX_BASES)?;
        let is_record = matches!(self.maker(class), Some(Maker::Dataclass));
        let turned = match (is_own, is_record) {
            (true, _) => Turned::Variables,
            (false, true) => turned,
            (false, false) => return None,
        };
        let fields = self.instances.of(instance.id).clone();
        let mut entered = BTreeMap::new();
        for (field, value) in fields {
            let value = match self.is_constant_of_class(class, &field) {
                true => value,
                false => self.entered_part(value, turned, name),
            };
            entered.insert(field, value);
        }
        Some(self.new_instance(class, entered))
    }

    /// Whether a class, or one that it inherits from, says which of its values are of run time; `None` where it does not,
    /// but inherits from one that is not known.
    pub(crate) fn says_itself(&mut self, class: &ClassValue, bases: usize) -> Option<bool> {
        let bases = bases.checked_sub(1)?;
        let is_it = |member: &Item| matches!(member, Item::Function(own) if own.name.text == OWN_VALUES);
        if class.class.members.iter().any(is_it) {
            return Some(true);
        }
        let mut is_known = true;
        for base in self.bases_of(class).iter() {
            match class_of(base).cloned().map(|base| self.says_itself(&base, bases)) {
                Some(Some(true)) => return Some(true),
                Some(Some(false)) => {}
                // A base that is not known may say it: then constants of Python's stay.
                None if matches!(base, HostValue::Module(path) if is_plain_base(path)) => {}
                Some(None) | None => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    /// Whether the class declares a field as one that is known when the function is compiled.
    fn is_constant_of_class(&mut self, class: &ClassValue, field: &str) -> bool {
        let declared = class.class.members.iter().find_map(|member| match member {
            Item::Statement(statement) => match &statement.kind {
                StatementKind::Declare(declaration)
                    if declaration.names.iter().any(|own| own.text == field) =>
                {
                    declaration.declared_type.clone()
                }
                _ => None,
            },
            _ => None,
        });
        let staging = self.outside.libraries.staging;
        let annotation = (staging.annotation)(declared.as_ref(), &mut |name| self.value(name));
        annotation == Annotation::Constant
    }
}

/// Bases that say nothing of a class's values.
pub(crate) fn is_plain_base(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or(path);
    matches!(last, "object" | "ABC" | "Generic" | "Protocol" | "Enum" | "NamedTuple")
}
