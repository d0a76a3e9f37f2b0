//! Defaults of what nothing calls or instantiates: others may give something else, so that they are supposed.

use std::sync::Arc;

use layoutlens_host_value::{call::Computed, types::HostType, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, Name, program::TemplateParameter};

use crate::{
    state::interpreter::Interpreter,
    suppose::{
        annotated::{Kind, kind},
        cpp::{
            reason::{self, argument},
            truths::bare,
            uses::Uses,
        },
        given::{MAX_DEPTH, named_type},
        picks::{Aspect, name_of_type},
        slot::Slot,
        told_of::add,
    },
    value::unknown::unknown,
};

/// What is supposed of what may be left out, and is given.
pub(super) const OTHER_THAN_NONE: &str = "other than None";

impl Interpreter<'_> {
    /// Whether the function at hand is run because nothing calls it.
    pub(crate) fn is_of_root(&self) -> bool {
        let context = self.contexts.get(self.frames.top().context);
        context.parent.is_some_and(|call_of| self.contexts.get(call_of).is_root)
    }

    /// What a parameter of a Python function that nothing calls is.
    pub(crate) fn default_of_parameter(
        &mut self,
        name: &Name,
        declared: Option<&Expr>,
        default: Computed,
    ) -> Computed {
        // What is compiled takes a number as one of run time, whatever it is given.
        let is_any = default.value.as_integer().is_some_and(|number| !number.is_static());
        if is_any || default.value.unknown_reason().is_some() {
            return default;
        }
        if let Some(stated) = self.stated_parameter(name) {
            return Computed::plain(stated);
        }
        if !self.suppositions.is_supposing || !self.suppositions.is_open {
            let reason = format!(
                "nothing here calls the function, so `{}` may be another than its default",
                name.text
            );
            let slot = self.slot_of(name);
            self.suppositions.told.defaults.insert(reason.clone(), slot);
            let value = HostValue::unknown(reason.clone());
            if default.value == HostValue::Nothing {
                self.met_parameter(name, slot, &value);
            }
            return unknown(reason);
        }
        let slot = self.slot_of(name);
        if default.value == HostValue::Nothing
            && self.suppositions.gives_all
            && let Some(given) = self.supposed(declared, name, slot)
        {
            return Computed::plain(given);
        }
        let supposed = match default.value {
            HostValue::Value(Value::Bool(_)) => self.or_another_truth(name, default.clone()),
            HostValue::Nothing if self.is_supposed_given(name) => {
                if let Some(given) = self.supposed_if_given(declared, name, slot) {
                    return Computed::plain(given);
                }
                self.suppose_parameter(name, OTHER_THAN_NONE.to_owned());
                return unknown(argument(&name.text));
            }
            HostValue::Type(_) => self.or_another_type(name, default.clone()),
            HostValue::Text(_) => self.or_another_text(declared, name, default.clone()),
            _ => self.or_another_number(name, default.clone()),
        };
        if supposed.value == default.value {
            self.suppose_parameter(name, self.as_default(&default.value));
        }
        supposed
    }

    /// What a parameter that may be left out is supposed to be where it is not.
    pub(super) fn supposed_if_given(
        &mut self,
        declared: Option<&Expr>,
        name: &Name,
        slot: Slot,
    ) -> Option<HostValue> {
        let held = Arc::clone(&self.suppositions.held);
        let outer = std::mem::replace(&mut self.suppositions.gives_all, true);
        let given = self.supposed(declared, name, slot);
        self.suppositions.gives_all = outer;
        let given = given.filter(|given| *given != HostValue::Nothing);
        if given.is_none() {
            // That it is left out is not supposed.
            self.suppositions.held = held;
        }
        given
    }

    /// Whether what is `None` by default is something else, as the code refuses that it is not given.
    fn is_supposed_given(&mut self, name: &Name) -> bool {
        let slot = self.slot_of(name);
        self.suppositions.picks.choice(slot, Aspect::Default, &name.text, &[false, true]) == Some(true)
    }

    /// A number that is given by default; where the code refuses that, one with which it compares the parameter.
    fn or_another_number(&mut self, name: &Name, default: Computed) -> Computed {
        let Some(number) = default.value.known_int() else { return default };
        let slot = self.slot_of(name);
        let told = self.suppositions.told.beside_defaults.get(&slot);
        let others = told.into_iter().flatten().copied().filter(|other| *other != number);
        let all: Vec<i64> = std::iter::once(number).chain(others).collect();
        match self.suppositions.picks.choice(slot, Aspect::Default, &name.text, &all) {
            Some(other) if other != number => {
                self.suppose_parameter(name, format!("= {other}"));
                Computed::plain(HostValue::static_int(other))
            }
            _ => default,
        }
    }

    /// A text that is given by default; where the code refuses that, or another arm is wanted, one that the annotation names or
    /// with which the code compares the parameter.
    fn or_another_text(&mut self, declared: Option<&Expr>, name: &Name, default: Computed) -> Computed {
        let HostValue::Text(own) = &default.value else { return default };
        let slot = self.slot_of(name);
        let convention = self.outside.libraries.convention;
        let stated = match declared.and_then(|declared| kind(convention, declared, MAX_DEPTH)) {
            Some(Kind::Texts(all)) => all,
            _ => Vec::new(),
        };
        let told = self.suppositions.told.texts_beside_defaults.get(&slot);
        let mut all = vec![Arc::clone(own)];
        stated.iter().chain(told.into_iter().flatten()).for_each(|text| add(&mut all, Arc::clone(text)));
        match self.suppositions.picks.choice(slot, Aspect::Default, &name.text, &all) {
            Some(other) if other != *own => {
                self.suppose_parameter(name, format!("= \"{other}\""));
                Computed::plain(HostValue::Text(other))
            }
            _ => default,
        }
    }

    /// A type that is given by default; where the code refuses that, one that it names.
    fn or_another_type(&mut self, name: &Name, default: Computed) -> Computed {
        let Some(own) = name_of_type(&default.value).map(str::to_owned) else { return default };
        // Classes of the library have names with dots.
        if own.contains('.') {
            return default;
        }
        let element_types = self.outside.libraries.convention.element_types;
        let slot = self.slot_of(name);
        let told = self.suppositions.told.types_beside_defaults.get(&slot);
        let others = told.into_iter().flatten().map(String::as_str).chain(element_types.iter().copied());
        let mut all: Vec<String> = vec![own.clone()];
        for other in others {
            if all.iter().all(|known| known != other) {
                all.push(other.to_owned());
            }
        }
        match self.suppositions.picks.type_by_default(slot, &name.text, &all) {
            Some(other) if other != own => {
                self.suppose_parameter(name, format!("= {other}"));
                Computed::plain(named_type(&other))
            }
            _ => default,
        }
    }

    /// What a parameter of a C++ template is that nothing instantiates.
    pub(crate) fn default_of_template(
        &mut self,
        parameter: &TemplateParameter,
        default: HostValue,
    ) -> HostValue {
        let is_known = default.unknown_reason().is_none() && !is_void(&default);
        let Some(name) = parameter.name.as_ref().filter(|_| is_known) else { return default };
        if !self.supposes_templates() {
            return self.open_path(reason::template_argument(&name.text), &name.text);
        }
        let default = match default {
            HostValue::Value(Value::Bool(truth)) => {
                HostValue::Value(Value::Bool(truth != self.suppositions.truths.contains(bare(&name.text))))
            }
            default => default,
        };
        self.suppose_named(name.text.clone(), self.as_default(&default));
        default
    }

    /// The same; where the default cannot be computed, what would be supposed if there were none.
    pub(crate) fn supposed_default(
        &mut self,
        parameter: &TemplateParameter,
        default: HostValue,
        uses: &Uses<'_>,
    ) -> HostValue {
        let default = self.default_of_template(parameter, default);
        match default.unknown_reason() {
            Some(_) => self.supposed_template(parameter, uses).unwrap_or(default),
            None => default,
        }
    }

    /// How a supposition says that something is what it is by default.
    pub(crate) fn as_default(&self, default: &HostValue) -> String {
        match default {
            HostValue::Nothing => "= None".to_owned(),
            HostValue::Value(Value::Bool(truth)) if self.is_python() => {
                if *truth { "= True" } else { "= False" }.to_owned()
            }
            HostValue::Value(_) | HostValue::Text(_) | HostValue::Tuple(_) | HostValue::Type(_) => {
                format!("= {}", default.shown())
            }
            _ => "by default".to_owned(),
        }
    }
}

/// `class Enable = void` is there for the compiler.
fn is_void(default: &HostValue) -> bool {
    matches!(default, HostValue::Type(of) if matches!(&**of, HostType::Named(name) if name == "void"))
}
