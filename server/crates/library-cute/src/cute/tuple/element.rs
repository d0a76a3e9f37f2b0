//! The elements of tuples: one by its path, and how many a shape has.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::cute::operate::run;

/// The element at this path.
pub(crate) fn at(value: &HostValue, path: &[i64]) -> Result<HostValue, Refusal> {
    path.iter().try_fold(value.clone(), |value, &index| {
        if let Some(reason) = value.unknown_reason() {
            return unknown(reason);
        }
        if let Some(layout) = value.layout() {
            let mode = run(Operation::Mode, &[layout.clone(), Value::int(index)])?.value;
            return Ok(match &value {
                HostValue::Tensor(tensor) => HostValue::Tensor(tensor.with_layout(mode).into()),
                _ => HostValue::Value(mode),
            });
        }
        let elements = match value.elements() {
            Some(elements) => elements,
            // What is no tuple is its own element 0.
            None => vec![value.clone()],
        };
        let found = usize::try_from(index).ok().and_then(|index| elements.get(index).cloned());
        found.ok_or_else(|| Refusal::Unknown(format!("there is no element {index}")))
    })
}

/// The number of elements that a shape has.
pub(crate) fn size(value: &HostValue) -> Result<Integer, Refusal> {
    if let Some(reason) = value.unknown_reason() {
        return unknown(reason);
    }
    match (value.as_integer(), value.elements()) {
        (Some(integer), _) => Ok(integer),
        (None, Some(elements)) => elements
            .iter()
            .try_fold(Integer::Static(1), |size, element| Ok(size.times(&self::size(element)?)?)),
        _ => unknown("the size of this is not computed"),
    }
}
