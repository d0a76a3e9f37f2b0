//! Class templates of the library whose arguments are deduced from what an object is made of: `Layout(shape, stride)`.

use std::sync::Arc;

use layoutlens_host_value::{types::HostType, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{state::interpreter::Interpreter, suppose::cpp::reason::defined_nowhere};

impl Interpreter<'_> {
    /// What is made an object of: the class template of the library where a name stands alone that nothing at hand defines,
    /// else what the name was found to be.
    pub(crate) fn or_deduced(&self, written: &Expr, found: HostValue) -> HostValue {
        let ExprKind::Name(name) = &written.kind else { return found };
        if self.is_python() || found.unknown_reason().is_none_or(|reason| reason != defined_nowhere(name)) {
            return found;
        }
        // No argument leads to a class, as one does to a function: the namespace is written or opened.
        let (template, is_seen) = match name.trim_start_matches("::").strip_prefix("cute::") {
            Some(template) => (template, true),
            None => (name.as_str(), self.definitions.sees_into("cute", &self.frames.top().path, name)),
        };
        let is_of_library = is_seen && (self.outside.libraries.types.is_deduced)(template);
        match is_of_library {
            true => HostValue::Type(Arc::new(HostType::Named(name.clone()))),
            false => found,
        }
    }
}
