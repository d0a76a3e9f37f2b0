//! `==`, `<` and the like between values.

use layout_algebra::{IntTuple, Stride as _};
use layoutlens_operation::{
    Refusal, Value, literal,
    size::Size,
    symbolic,
    value::{Finding, Leaf, compact, sizes},
};
use layoutlens_syntax::BinaryOperator;

/// The answer of a comparison.
///
/// `==` compares layouts by shape and stride, a layout with a tuple as with the compact layout of that shape, and
/// tuples as tuples. The order operators compare integers.
pub(crate) fn compare(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, Refusal> {
    for value in [left, right] {
        if let Some(reason) = value.unknown_reason() {
            return Err(Refusal::Unknown(reason.to_owned()));
        }
    }
    match operator {
        BinaryOperator::Equal => equal(left, right).map(Value::Bool),
        BinaryOperator::NotEqual => equal(left, right).map(|equal| Value::Bool(!equal)),
        _ => order(operator, left, right).map(Value::Bool),
    }
}

fn equal(left: &Value, right: &Value) -> Result<bool, Refusal> {
    let (left, right) = (beside(left, right)?, beside(right, left)?);
    if left == right {
        return Ok(true);
    }
    if let Some(equal) = symbolic::equal(&left, &right) {
        return Ok(equal);
    }
    if has_names(&left) || has_names(&right) {
        return Err(Refusal::Unknown(format!(
            "whether `{left}` equals `{right}` depends on names that nothing binds"
        )));
    }
    if std::mem::discriminant(&left) != std::mem::discriminant(&right) {
        return Err(Refusal::Kind {
            argument: 1,
            message: format!("{} is never {}", left.kind(), right.kind()),
        });
    }
    Ok(false)
}

/// A tuple beside a layout stands for its compact layout.
fn beside(value: &Value, other: &Value) -> Result<Value, Refusal> {
    match (value, other) {
        (Value::Tuple(tuple), Value::Layout(_) | Value::SymbolicLayout { .. }) => match sizes(tuple) {
            Some(shape) => Ok(compact(&shape)?),
            None => Ok(value.clone()),
        },
        (Value::Finding(Finding { number: Some(number), .. }), Value::Tuple(_)) => Ok(Value::int(*number)),
        (Value::Coordinate(coordinate), Value::Tuple(_)) => Ok(Value::ints(&coordinate.to_coordinate())),
        _ => Ok(value.clone()),
    }
}

fn has_names(value: &Value) -> bool {
    match value {
        Value::Tuple(tuple) if tuple.leaves().iter().any(|leaf| matches!(leaf, Leaf::Any)) => true,
        value => symbolic::has_names(value),
    }
}

fn order(operator: BinaryOperator, left: &Value, right: &Value) -> Result<bool, Refusal> {
    let number = |value: &Value, argument| match value {
        Value::Tuple(IntTuple::Int(Leaf::Size(Size::Known(number)))) => Ok(*number),
        Value::Tuple(IntTuple::Int(Leaf::Size(size))) => {
            Err(literal::needs_numbers("a comparison", &IntTuple::Int(size.clone())))
        }
        Value::Finding(Finding { number: Some(number), .. }) => Ok(*number),
        other => {
            let message =
                format!("`<` and its like compare integers, and this is {}: `{other}`", other.kind());
            Err(Refusal::Kind { argument, message })
        }
    };
    let (left, right) = (number(left, 0)?, number(right, 1)?);
    operator
        .of_order(left.cmp(&right))
        .ok_or_else(|| Refusal::Unknown("this operator belongs to host code".to_owned()))
}
