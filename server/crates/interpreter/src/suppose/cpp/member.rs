//! Members of what nothing gives: `Traits::kBlockM`, `params.tma_load_q`.

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_operation::Value;

use crate::{
    state::{interpreter::Interpreter, scope::ScopeKind},
    suppose::{
        cpp::{
            reason::{class_elsewhere, is_of_storage},
            spelled::Form,
            template::NUMBERS,
        },
        picks::Aspect,
    },
};

/// How many parts a path has of which something is supposed.
const MAX_PARTS: usize = 5;

impl Interpreter<'_> {
    /// Something of which nothing is known, but that its members have this path.
    pub(crate) fn open_path(&mut self, reason: String, path: &str) -> HostValue {
        if self.supposes_templates() {
            self.suppositions.paths.insert(reason.clone(), path.to_owned());
        }
        HostValue::unknown(reason)
    }

    /// An expression that begins with this name is about to be asked for members.
    pub(crate) fn ask_members_of(&mut self, name: &str) {
        if self.supposes_templates() {
            self.suppositions.asked_of = Some(name.to_owned());
        }
    }

    /// A member of something of which nothing is known.
    pub(crate) fn supposed_member(&mut self, reason: &str, name: &str) -> Option<HostValue> {
        if !self.supposes_templates() {
            return None;
        }
        let owner = match self.suppositions.paths.get(reason) {
            // What is made of it is unknown for the same reason, and has members of its own.
            // An alias has the name of its parameter without the underscore.
            Some(path)
                if bare(path.split(['.', ':']).next()) == bare(self.suppositions.asked_of.as_deref()) =>
            {
                path.clone()
            }
            Some(_) => return None,
            None => class_elsewhere(reason)?.to_owned(),
        };
        if owner.split(['.', ':']).count() >= 2 * MAX_PARTS {
            return None;
        }
        let path = format!("{owner}::{name}");
        if let Some(known) = self.suppositions.picks.attribute(&path) {
            return Some(known);
        }
        // A class that is made of template parameters hands them on under their names.
        if !owner.contains("::")
            && let Some(value) = self.parameter_at_hand(name)
        {
            self.suppose_named(path.clone(), format!("= {name}"));
            return Some(value);
        }
        let Some((value, is)) = self.suggested_member(&path, name) else {
            return Some(self.open_path(format!("`{path}` is not known"), &path));
        };
        self.suppose_named(path.clone(), is);
        self.suppositions.picks.keep_attribute(path, &value);
        Some(value)
    }

    /// A member of which the library says nothing: of a type in a template, something whose members have names,
    /// `CollectiveMma::Params::TMA_A`.
    pub(crate) fn member_not_computed(&mut self, base: &HostValue, name: &str) -> HostValue {
        let reason = format!("`{name}` of {} is not computed", base.kind());
        match (base, self.suppositions.asked_of.clone()) {
            (HostValue::Type(_), Some(asked)) if self.supposes_templates() => {
                self.open_path(reason, &format!("{asked}::{name}"))
            }
            _ => HostValue::unknown(reason),
        }
    }

    /// A field of an object whose type says nothing: what its name says.
    pub(crate) fn supposed_field(&mut self, field: HostValue, name: &str) -> HostValue {
        let path = match field.unknown_reason() {
            Some(reason) if self.supposes_templates() => self.suppositions.paths.get(reason).cloned(),
            _ => None,
        };
        let Some(path) = path else { return field };
        if self.is_of_storage(&field) || field.unknown_reason().is_some_and(is_of_storage) {
            return field;
        }
        if let Some(known) = self.suppositions.picks.attribute(&path) {
            return known;
        }
        let Some((value, is)) = self.suggested_member(&path, name) else { return field };
        self.suppose_named(path.clone(), is);
        self.suppositions.picks.keep_attribute(path, &value);
        value
    }

    /// Whether a type of which nothing is known is one of storage by its name.
    pub(crate) fn is_of_storage(&self, of: &HostValue) -> bool {
        let path = of.unknown_reason().and_then(|reason| self.suppositions.paths.get(reason));
        path.and_then(|path| path.rsplit("::").next())
            .is_some_and(self.outside.libraries.suggestions.is_storage)
    }

    /// The template parameter of this name that the code at hand sees.
    fn parameter_at_hand(&mut self, name: &str) -> Option<HostValue> {
        let scope = self.scope();
        let around: Vec<ScopeId> = self.scopes.around(scope).collect();
        let found = around.into_iter().find_map(|scope| match self.scopes.get(scope)?.kind.clone() {
            ScopeKind::Class(class) => class.template.get(name).cloned(),
            _ => None,
        })?;
        found.unknown_reason().is_none().then_some(found)
    }

    fn suggested_member(&mut self, path: &str, name: &str) -> Option<(HostValue, String)> {
        let suggestions = self.outside.libraries.suggestions;
        let generation = self.generation();
        let slot = self.suppositions.picks.slot_of_attribute(path);
        let is_lowercase = name.starts_with(|c: char| c.is_lowercase()) && !name.starts_with('k');
        // `Traits::dKV_swapAB` is a constant of a type; of an object, it is one of run time.
        let is_of_object = is_lowercase && !(is_of_type(path) && (suggestions.is_truth)(name));
        if is_of_object {
            let objects = match name {
                _ if is_of_data(name) || (suggestions.is_number)(name) => Vec::new(),
                _ => (suggestions.objects)(name, generation, None),
            };
            if objects.is_empty() && (suggestions.is_number)(name) {
                return Some((self.nameless_size(), "a number of run time".to_owned()));
            }
            let is_object = |value: &HostValue| !matches!(value, HostValue::Tensor(_));
            return self.supposed_spelled((slot, Aspect::Rank), name, objects, Form::Expression, is_object);
        }
        if (suggestions.is_truth)(name) {
            let truth = self.supposed_truth(slot, name)?;
            return Some((HostValue::Value(Value::Bool(truth)), format!("= {truth}")));
        }
        let types = (suggestions.types)(name, generation);
        if let Some(found) = self.supposed_spelled((slot, Aspect::Type), name, types, Form::Type, |_| true) {
            return Some(found);
        }
        let numbers = match (suggestions.numbers)(name) {
            [] if is_constant(name) => &NUMBERS,
            suggested => suggested,
        };
        let number = self.suppositions.picks.number(slot, 0, name, numbers)?;
        Some((HostValue::static_int(number), format!("= {number}")))
    }
}

/// Whether a member is spelled as numbers are: `kTiles`, `TILE_ROWS`.
fn is_constant(name: &str) -> bool {
    let is_upper = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    name.strip_prefix('k').is_some_and(|rest| rest.starts_with(char::is_uppercase))
        || name.contains('_') && name.chars().all(is_upper)
}

/// Whether a path begins with a type, as templates call their parameters: `Ktraits::Base`.
fn is_of_type(path: &str) -> bool {
    path.starts_with(char::is_uppercase)
}

fn bare(name: Option<&str>) -> Option<&str> {
    name.map(|name| name.trim_end_matches('_'))
}

/// Whether a member of this name is data or a function, of which no value is supposed.
fn is_of_data(name: &str) -> bool {
    ["ptr", "data", "size", "get_", "begin", "end", "_stride"].iter().any(|word| name.contains(word))
}
