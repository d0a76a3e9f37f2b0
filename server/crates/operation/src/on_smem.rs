//! What operations do to a layout in shared memory that waits for its pointer.

use std::sync::Arc;

use layout_algebra::{AnyLayout, smem::SmemLayout};

use super::{Arguments, Operation, Refusal, columns::OnSmem, table::columns};
use crate::{Evaluated, Value, swizzled_layout::SwizzledLayout};

/// Runs an operation one of whose operands is a shared-memory layout; `None` when none is, or the operation takes it
/// as it is.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let index = values.iter().position(|value| matches!(value, Value::Smem(_)))?;
    let Some(Value::Smem(smem)) = values.get(index) else { return None };
    let with = |value: Value| {
        let mut values = values.to_vec();
        values[index] = value;
        operation.run(&values)
    };
    Some(match columns(operation).on_smem {
        OnSmem::Whole => return None,
        OnSmem::Part(part) => Ok(part(smem).into()),
        // What fills up is a mode of the other's domain, without a swizzle.
        OnSmem::Domain if operation == Operation::AppendToRank && index > 0 => {
            Err(Refusal::Unknown("a layout whose pointer is not set fills up no other one".to_owned()))
        }
        OnSmem::Domain => {
            with(Value::from(smem.layout().clone())).and_then(|evaluated| wrapped(smem, evaluated))
        }
        OnSmem::Extent => with(Value::from(smem.layout().clone())),
        OnSmem::Cast(cast) => {
            cast(smem, &Arguments::new(operation.name(), values)).map(|cast| Value::from(cast).into())
        }
        OnSmem::Offsets => match smem.position_independent() {
            Ok(AnyLayout::Layout(layout)) => with(Value::from(layout)),
            Ok(composed) => with(composed.into()),
            Err(error) => Err(error.into()),
        },
        OnSmem::Unknown => {
            Err(Refusal::Unknown(format!("{operation} of a layout whose pointer is not set is not computed")))
        }
    })
}

/// The swizzle and the pointer of `smem` before the layout that came out.
fn wrapped(smem: &SmemLayout, evaluated: Evaluated) -> Result<Evaluated, Refusal> {
    match evaluated.value {
        Value::Layout(layout) => {
            let value = Value::from(smem.map(|_| Ok(Arc::unwrap_or_clone(layout)))?);
            Ok(Evaluated { value, ..evaluated })
        }
        Value::SymbolicLayout(layout) => {
            Ok(Evaluated { value: SwizzledLayout::of_smem(smem, layout).into(), ..evaluated })
        }
        Value::CoordinateLayout(_)
        | Value::XorLayout(_)
        | Value::Composed(_)
        | Value::Chain(_)
        | Value::Smem(_)
        | Value::Swizzled(_) => Err(Refusal::Unknown(format!(
            "{} behind the swizzle of a layout in shared memory is not computed",
            evaluated.value.kind()
        ))),
        // No layout: nothing that stood behind the swizzle.
        Value::Tuple(_)
        | Value::Swizzle(_)
        | Value::Tiler(_)
        | Value::SymbolicTiler(_)
        | Value::Coordinate(_)
        | Value::Bool(_)
        | Value::Offsets(_)
        | Value::Finding(_)
        | Value::Hardware(_)
        | Value::ElementType(_)
        | Value::Unknown(_) => Ok(evaluated),
    }
}
