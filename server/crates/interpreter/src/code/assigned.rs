//! What an expression may assign.

use layoutlens_host_value::{function::Callable, types::HostType, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{code::walk, state::scope::Place, value::static_number::is_static};

/// Whether a function of the program may assign to what it is given.
pub(crate) fn may_assign(target: &HostValue) -> bool {
    let callable = match target {
        HostValue::Callable(callable) => callable,
        // Of a class: its constructor.
        HostValue::Type(of) => return matches!(**of, HostType::Class(_)),
        _ => return matches!(target, HostValue::Instance(_)),
    };
    let Callable::Functions { overloads, .. } = &**callable else { return false };
    let parameters = overloads.iter().flat_map(|function| &function.parameters);
    parameters.into_iter().any(|parameter| parameter.is_reference && !parameter.is_constant)
}

/// Whether the value of a variable may change in a way that matters: the elements of a tensor are no part of its layout.
pub(crate) fn may_change(value: &HostValue) -> bool {
    match value {
        HostValue::Value(_) | HostValue::Tuple(_) | HostValue::Object(_) => {
            !is_static(value) && value.unknown_reason().is_none()
        }
        _ => false,
    }
}

/// Whether an expression names one of the places.
pub(crate) fn mentions(expr: &Expr, places: &[Place]) -> bool {
    let is_named = |name: &str| {
        places.iter().any(|place| match place {
            Place::Variable(_, own) | Place::Field(_, own) => **own == *name,
        })
    };
    let mut mentions = false;
    walk::expression(expr, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => mentions |= is_named(name),
        ExprKind::Member { name, .. } => mentions |= is_named(&name.text),
        _ => {}
    });
    mentions
}
