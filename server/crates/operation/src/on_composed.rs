//! Operations on composed layouts: most act on the layout that is applied first, and what comes after it stays (CuTe's
//! `layout_composed.hpp` and `swizzle_layout.hpp`).

use std::sync::Arc;

use layout_algebra::{AnyLayout, ErrorKind};

use super::{
    Arguments, Operation, Refusal,
    columns::OnComposed,
    composed::{any, none},
    on_swizzled::not_computed,
    swizzled_layout::SwizzledLayout,
    table::columns,
};
use crate::{Evaluated, Value};

/// What the operation does when an operand is composed or a swizzle; `None` where it does nothing else then.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let is_composed = |value: &Value| matches!(value, Value::Composed(_) | Value::Chain(_));
    let (columns, arguments) = (columns(operation), Arguments::new(operation.name(), values));
    let result = match values {
        [Value::Swizzle(swizzle), rest @ ..] if !rest.iter().any(is_composed) => {
            columns.on_swizzle.map(|compute| compute(*swizzle, &arguments))
        }
        [first, rest @ ..] if is_composed(first) && !rest.iter().any(on_right) => {
            of_first(operation, columns.on_composed, &arguments)
        }
        _ if values.iter().any(is_composed) => columns.by_composed.map(|compute| compute(&arguments)),
        _ => return None,
    };
    Some(result?.map_err(|refusal| match refusal {
        // What CuTe C++ has no overload for may be in the DSL: no mistake, and no value.
        Refusal::Algebra(error) if matches!(error.kind(), ErrorKind::UnsupportedLayout { .. }) => {
            Refusal::Unknown(error.to_string())
        }
        refusal => refusal,
    }))
}

fn on_right(value: &Value) -> bool {
    matches!(value, Value::Composed(_) | Value::Chain(_) | Value::Swizzle(_))
}

/// An operation whose first operand is composed, and no other.
fn of_first(
    operation: Operation,
    on_composed: OnComposed,
    arguments: &Arguments<'_>,
) -> Option<Result<Evaluated, Refusal>> {
    match on_composed {
        OnComposed::AsOnLayouts => None,
        OnComposed::OnDomain => Some(on_domain(operation, arguments)),
        OnComposed::OnDomainByProfile if arguments.len() == 2 => Some(on_domain(operation, arguments)),
        OnComposed::OnDomainByProfile | OnComposed::NotInCute => Some(Err(none(operation.name()))),
        OnComposed::Computed(compute) => Some(compute(arguments)),
    }
}

/// The operation on the layout that is applied first, with its verdict and steps.
fn on_domain(operation: Operation, arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let whole = any(arguments, 0)?;
    let Some(domain) = whole.domain() else { return Err(none(operation.name())) };
    let mut values = arguments.values().to_vec();
    if let Some(first) = values.first_mut() {
        *first = Value::from(domain.clone());
    }
    let inner = operation.run(&values)?;
    let changed = match inner.value {
        Value::Layout(changed) => changed,
        Value::SymbolicLayout(changed) => {
            let AnyLayout::Composed(composed) = &whole else { return Err(not_computed(operation)) };
            return Ok(Evaluated { value: SwizzledLayout::of_composed(composed, changed).into(), ..inner });
        }
        _ => return Err(none(operation.name())),
    };
    let on = format!("{operation} acts on {domain}, which is applied first; what comes after it stays");
    let value = whole.map_domain(operation.name(), |_| Ok(Arc::unwrap_or_clone(changed)))?;
    Ok(Evaluated { value: value.into(), steps: [vec![on], inner.steps].concat(), ..inner })
}
