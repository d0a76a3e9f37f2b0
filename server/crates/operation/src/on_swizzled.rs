//! Operations on swizzled layouts with run-time integers.

use super::{
    Operation, Refusal,
    columns::{OnComposed, OnSmem},
    table::columns,
};
use crate::{Evaluated, Value};

/// Runs an operation one of whose operands is such a layout; `None` when none is.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let is_swizzled = |value: &Value| matches!(value, Value::Swizzled(_));
    if !values.iter().any(is_swizzled) {
        return None;
    }
    let (Some((Value::Swizzled(first), rest)), columns) = (values.split_first(), columns(operation)) else {
        return Some(Err(not_computed(operation)));
    };
    if rest.iter().any(is_swizzled) || rest.iter().any(|value| matches!(value, Value::Swizzle(_))) {
        return Some(Err(not_computed(operation)));
    }
    let on_layout = || operation.run(&[&[Value::from(first.layout().clone())], rest].concat());
    let keeps_swizzle = match first.waits_for_pointer() {
        false => matches!(columns.on_composed, OnComposed::OnDomain),
        true => matches!(columns.on_smem, OnSmem::Domain),
    };
    Some(match columns.on_smem {
        OnSmem::Extent => on_layout(),
        _ if keeps_swizzle => on_layout().and_then(|evaluated| match evaluated.value {
            Value::SymbolicLayout(layout) => {
                Ok(Evaluated { value: first.with_layout(layout).into(), ..evaluated })
            }
            Value::Layout(layout) => {
                Ok(Evaluated { value: first.with_layout(layout.as_ref().into()).into(), ..evaluated })
            }
            _ => Err(not_computed(operation)),
        }),
        _ => Err(not_computed(operation)),
    })
}

/// That no offset and no slice is known before the numbers are.
pub(super) fn not_computed(operation: Operation) -> Refusal {
    Refusal::Unknown(format!(
        "{operation} of a swizzled layout with run-time integers is not computed: with sizes like Int<64> it is"
    ))
}
