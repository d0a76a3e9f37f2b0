//! Operators of Python on texts and on what has elements.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::Value;
use layoutlens_syntax::BinaryOperator as Op;

use crate::limits::MAX_ELEMENTS;

/// Operators that Python has on tuples, strings and static integers.
pub(crate) fn operated(operator: Op, left: &HostValue, right: &HostValue) -> Option<HostValue> {
    if let (HostValue::Text(a), HostValue::Text(b)) = (left, right) {
        return match operator {
            Op::Add => Some(HostValue::text(format!("{a}{b}"))),
            _ => None,
        };
    }
    match (operator, left.elements(), right.elements()) {
        (Op::Add, Some(a), Some(b)) => Some(HostValue::tuple(a.into_iter().chain(b).collect())),
        (Op::Multiply, Some(elements), None) => repeated(&elements, right),
        (Op::Multiply, None, Some(elements)) => repeated(&elements, left),
        (Op::Equal | Op::NotEqual, Some(a), Some(b)) => {
            let is_known =
                |value: &HostValue| value.known_int().is_some() || matches!(value, HostValue::Text(_));
            let is_certain = a.iter().chain(&b).all(is_known) || a.len() != b.len();
            is_certain.then(|| HostValue::Value(Value::Bool((a == b) == (operator == Op::Equal))))
        }
        _ => None,
    }
}

fn repeated(elements: &[HostValue], count: &HostValue) -> Option<HostValue> {
    let count = usize::try_from(count.known_int()?.max(0)).ok()?;
    let total = count.checked_mul(elements.len()).filter(|total| *total <= MAX_ELEMENTS)?;
    Some(HostValue::tuple(elements.iter().cycle().take(total).cloned().collect()))
}
