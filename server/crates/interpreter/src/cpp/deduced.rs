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
        let is_of_library = !self.is_python()
            && found.unknown_reason().is_some_and(|reason| reason == defined_nowhere(name))
            && (self.outside.libraries.types.is_deduced)(name.strip_prefix("cute::").unwrap_or(name));
        match is_of_library {
            true => HostValue::Type(Arc::new(HostType::Named(name.clone()))),
            false => found,
        }
    }
}
