//! Template arguments that nothing gives.

use layoutlens_host_value::{types::HostType, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, ExprKind, Name, program::TemplateParameter};

use crate::{
    state::{definitions::DefinitionKind, interpreter::Interpreter},
    suppose::{
        cpp::{spelled::Form, truths::bare, uses::Uses},
        picks::Aspect,
        slot::Slot,
    },
    value::static_number::integer_least,
};

/// What a number is of which nothing tells.
pub(crate) const NUMBERS: [i64; 4] = [64, 128, 16, 1];

/// What a template argument nothing gives is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Truth,
    Number,
    Type,
}

impl Asked {
    pub(crate) fn by(parameter: &TemplateParameter) -> Self {
        match (parameter.is_type, parameter.is_truth()) {
            (true, _) => Self::Type,
            (false, true) => Self::Truth,
            (false, false) => Self::Number,
        }
    }
}

impl Interpreter<'_> {
    /// A template argument that nothing gives; `None` where its name and its uses say nothing.
    pub(crate) fn supposed_template(
        &mut self,
        parameter: &TemplateParameter,
        uses: &Uses<'_>,
    ) -> Option<HostValue> {
        let name = parameter.name.as_ref().filter(|_| !parameter.is_pack && self.supposes_templates())?;
        let asked = Asked::by(parameter);
        let is_number = asked != Asked::Number
            || parameter.declared_type.as_ref().is_none_or(|of| self.is_type_of_numbers(of));
        let (value, is) = self.supposed_argument_of_template(name, asked, is_number, uses)?;
        self.suppose_named(name.text.clone(), is);
        Some(value)
    }

    fn supposed_argument_of_template(
        &mut self,
        name: &Name,
        asked: Asked,
        is_number: bool,
        uses: &Uses<'_>,
    ) -> Option<(HostValue, String)> {
        let slot = self.slot_of(name);
        match asked {
            Asked::Truth => {
                let truth = self.supposed_truth(slot, &name.text)?;
                Some((HostValue::Value(Value::Bool(truth)), format!("= {truth}")))
            }
            Asked::Number => {
                let mut numbers = self.numbers_elsewhere(&name.text);
                let suggested = (self.outside.libraries.suggestions.numbers)(&name.text).iter().copied();
                let used = self.numbers_used(uses, &name.text);
                // 0 turns off what a number stands for: never the first, but before numbers of which nothing tells.
                let (zero, used): (Vec<i64>, Vec<i64>) = used.iter().partition(|number| **number == 0);
                let told: Vec<i64> = numbers.drain(..).chain(suggested).chain(used).collect();
                // Which member of an enumeration is meant, no number says: each arm is run.
                if told.is_empty() && !is_number {
                    return None;
                }
                let (first, others) = NUMBERS.split_at(usize::from(told.is_empty()));
                for number in told.iter().chain(first).chain(&zero).chain(others).copied() {
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                let number = self.suppositions.picks.number(slot, 0, &name.text, &numbers)?;
                Some((HostValue::static_int(number), format!("= {number}")))
            }
            Asked::Type => {
                let generation = self.generation();
                let suggestions = self.outside.libraries.suggestions;
                let apart = self.taken_apart_of_type(uses, &name.text);
                let all = (suggestions.taken_apart)(&name.text, &apart, true).into_iter();
                let all = all.chain((suggestions.types)(&name.text, generation)).collect();
                // A tuple has no members.
                let has_members = !self.members_used(uses, name.text.trim_end_matches('_')).is_empty();
                let fits = |value: &HostValue| !(has_members && is_tuple(value));
                self.supposed_spelled((slot, Aspect::Type), &name.text, all, Form::Type, fits)
                    .or_else(|| self.supposed_traits(name, uses))
            }
        }
    }

    /// Whether any number is of this type, as far as is known.
    fn is_type_of_numbers(&mut self, declared: &Expr) -> bool {
        if matches!(&declared.kind, ExprKind::Name(name) if name == "auto") {
            return true;
        }
        match self.value(declared) {
            HostValue::Type(of) => matches!(&*of, HostType::Named(name) if integer_least(name).is_some()),
            _ => false,
        }
    }

    /// False, where the run at hand is not one for what is true.
    pub(crate) fn supposed_truth(&mut self, slot: Slot, name: &str) -> Option<bool> {
        let first = self.suppositions.truths.contains(bare(name));
        self.suppositions.picks.choice(slot, Aspect::Truth, name, &[first, !first])
    }

    /// The defaults of template parameters of this name.
    fn numbers_elsewhere(&self, name: &str) -> Vec<i64> {
        let mut defaults = Vec::new();
        for definition in self.definitions.all() {
            let uses = match definition.kind {
                DefinitionKind::Function(function) => Uses::Function(function),
                DefinitionKind::Class(class) => Uses::Class(class),
                _ => continue,
            };
            let default = uses.parameter(name).and_then(|parameter| parameter.default.as_ref());
            if let Some(Expr { kind: ExprKind::Int(number), range }) = default
                && *number > 0
            {
                defaults.push((definition.file, range.start, *number));
            }
        }
        // As they stand in the text: all definitions come in no order.
        defaults.sort_unstable();
        let mut numbers = Vec::new();
        for (_, _, number) in defaults {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }
}

fn is_tuple(value: &HostValue) -> bool {
    matches!(value, HostValue::Type(of) if matches!(&**of, HostType::Of(HostValue::Tuple(_))))
}
