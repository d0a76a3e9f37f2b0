//! Arguments of the DSL's functions as operands of the algebra.

use layout_algebra::{
    ComposedLayout, Error, ErrorKind, IntTuple, Layout, TilerMode,
    symbolic::{Integer, SymbolicTiler},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{self, refuse_unknown, unknown},
    open_number::guarded,
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::{Code, Evaluated, Operation, Refusal, Value, literal, symbolic, value::Leaf};

/// The value as an operand: the layout of a tensor, `None` as `_`, a tuple that holds layouts as a tiler.
pub(super) fn operand(value: &HostValue) -> Result<Value, Refusal> {
    match value {
        HostValue::Value(Value::Unknown(reason)) => unknown(reason.reason.clone()),
        HostValue::Value(value) => Ok(value.clone()),
        HostValue::Nothing => Ok(Value::Tuple(IntTuple::Int(Leaf::Keep))),
        HostValue::Tensor(tensor) => operand(&HostValue::Value(tensor.layout.clone())),
        HostValue::ThreadSlice(slice) => operand(&slice.tiled),
        HostValue::Tuple(elements) => tuple(elements),
        _ => unknown("this is no operand of a layout operation"),
    }
}

fn tuple(elements: &[HostValue]) -> Result<Value, Refusal> {
    let elements: Vec<Value> = elements.iter().map(operand).collect::<Result<_, _>>()?;
    let integers: Option<Vec<IntTuple<Leaf>>> = elements
        .iter()
        .map(|element| match element {
            Value::Tuple(tuple) => Some(tuple.clone()),
            _ => None,
        })
        .collect();
    if let Some(integers) = integers {
        return Ok(Value::Tuple(IntTuple::Tuple(integers)));
    }
    if elements.iter().any(symbolic::has_names) {
        let modes: Option<Vec<SymbolicTiler>> = elements.iter().map(symbolic::tiler_of).collect();
        return modes.map(Value::SymbolicTiler).ok_or_else(not_a_tile);
    }
    let modes: Result<Vec<TilerMode>, Refusal> = elements.iter().map(literal::tiler_mode).collect();
    match modes {
        Ok(modes) => Ok(Value::Tiler(modes)),
        Err(Refusal::Kind { .. }) => Err(not_a_tile()),
        Err(refusal) => Err(refusal),
    }
}

fn not_a_tile() -> Refusal {
    Refusal::Unknown("this tile is not computed".to_owned())
}

/// Runs an operation of the algebra. The DSL refuses what cannot be composed or divided as CuTe does; what else it
/// accepts is its own, so that nothing else is called a mistake here.
pub(super) fn operate(operation: Operation, values: &[Value]) -> Result<Evaluated, Refusal> {
    let is_refused_alike = operation == Operation::Composition || operation.is_divide();
    guarded(operation, values, || library::operate(operation, values)).map_err(|refusal| match refusal {
        Refusal::Algebra(_) if is_refused_alike => refusal,
        refusal => without_problem(refusal),
    })
}

/// The layout at a coordinate: an offset, or a slice.
pub(super) fn applied(layout: &Value, coordinate: &Value) -> Result<Evaluated, Refusal> {
    layoutlens_operation::apply(layout, coordinate).map_err(without_problem)
}

/// The DSL makes a tiled copy whose threads have fewer values than its atom moves, and compiles no copy with it.
fn too_few_values(error: &Error, atom: i64) -> Refusal {
    let message = format!(
        "{error}: the atom moves {atom} values of a thread at once; the DSL makes this tiled copy, and refuses each copy with it"
    );
    Refusal::Problem { argument: usize::MAX, code: Code::AcceptedButWrong, message }
}

/// What the DSL may accept all the same.
fn without_problem(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Algebra(error) => match error.kind() {
            ErrorKind::NonCongruent { .. }
            | ErrorKind::CoordinateMismatch { .. }
            | ErrorKind::NoSuchMode { .. } => Refusal::Ranks(error.to_string()),
            ErrorKind::TiledCopySize { what: "values", tiled, atom, .. } if tiled < atom => {
                too_few_values(&error, *atom)
            }
            ErrorKind::TiledCopySize { what: "threads", .. } => Refusal::Numbers(error.to_string()),
            _ => Refusal::Unknown(error.to_string()),
        },
        Refusal::Kind { message, .. } | Refusal::Problem { message, .. } => Refusal::Unknown(message),
        Refusal::Unknown(_) | Refusal::Ranks(_) | Refusal::Numbers(_) => refusal,
    }
}

/// The argument with this keyword or at this place; calls without it are not understood.
pub(super) fn argument<'a>(call: &Call<'a>, keyword: &str, index: usize) -> Result<&'a HostValue, Refusal> {
    let Some(value) = call.keyword_or(keyword, index) else {
        return unknown(format!("{} without `{keyword}` is not understood", call.name));
    };
    match value.unknown_reason() {
        Some(reason) => unknown(reason),
        None => Ok(value),
    }
}

/// The argument with this keyword or at this place, when it is given and not `None`.
pub(super) fn optional<'a>(call: &Call<'a>, keyword: &str, index: usize) -> Option<&'a HostValue> {
    call.keyword_or(keyword, index).filter(|value| **value != HostValue::Nothing)
}

/// The argument as an operand.
pub(super) fn operand_at(call: &Call<'_>, keyword: &str, index: usize) -> Result<Value, Refusal> {
    operand(argument(call, keyword, index)?)
}

/// What an operation gives of the arguments with these keywords, which are the places of the arguments, too.
pub(super) fn of_keywords(call: &Call<'_>, operation: Operation, keywords: &[&str]) -> Outcome {
    let operands = keywords.iter().enumerate().map(|(index, keyword)| operand_at(call, keyword, index));
    operate(operation, &operands.collect::<Result<Vec<_>, _>>()?).map(Computed::of)
}

/// The numbers of `mode=[0, 1]`, or of a tile.
pub(super) fn modes(value: &HostValue) -> Result<Vec<i64>, Refusal> {
    let elements = value.elements().unwrap_or_else(|| vec![value.clone()]);
    refuse_unknown(&elements)?;
    let number = |element: &HostValue| match (element.known_int(), element.as_integer()) {
        (Some(number), _) => Ok(number),
        (None, Some(size)) => unknown(format!("{size} is known at run time only")),
        (None, None) => unknown("a number is expected here"),
    };
    elements.iter().map(number).collect()
}

/// A single number.
pub(super) fn number(value: &HostValue) -> Result<i64, Refusal> {
    match modes(value)?.as_slice() {
        [number] if value.elements().is_none() => Ok(*number),
        _ => unknown("a number is expected here"),
    }
}

/// The receiver of a method, or else the first argument.
pub(super) fn receiver<'a>(call: &Call<'a>) -> Result<&'a HostValue, Refusal> {
    let value = call.receiver.or_else(|| call.argument(0));
    let Some(value) = value else { return unknown(format!("{} of nothing", call.name)) };
    match value.unknown_reason() {
        Some(reason) => unknown(reason),
        None => Ok(value),
    }
}

/// What an operation on a layout gives for a tensor: the same memory under the new layout.
pub(super) fn like(source: &HostValue, evaluated: Evaluated) -> Computed {
    match source {
        HostValue::Tensor(tensor) => {
            let tensor = tensor.with_layout(evaluated.value.clone());
            Computed { value: HostValue::Tensor(tensor.into()), evaluated: Some(Box::new(evaluated)) }
        }
        _ => Computed::of(evaluated),
    }
}

/// A tensor with a layout of its own.
pub(super) fn tensor(tensor: Tensor, evaluated: Option<Evaluated>) -> Computed {
    Computed { value: HostValue::Tensor(tensor.into()), evaluated: evaluated.map(Box::new) }
}

/// Does to the layout that is applied first what the DSL does to a whole composed layout: the swizzle stays.
pub(super) fn on_domain(
    value: &Value,
    compute: impl FnOnce(&Value) -> Result<Evaluated, Refusal>,
) -> Result<Evaluated, Refusal> {
    let Value::Composed(composed) = value else { return compute(value) };
    let computed = compute(&Value::from(composed.layout().clone()))?;
    match &computed.value {
        Value::Layout(layout) => {
            let value = recomposed(composed, layout.as_ref().clone());
            Ok(Evaluated { value, ..computed })
        }
        _ => unknown("this of a composed layout is not computed"),
    }
}

/// The same swizzle after another layout.
pub(super) fn recomposed(composed: &ComposedLayout, layout: Layout) -> Value {
    Value::from(ComposedLayout::new(composed.swizzle(), *composed.offset(), layout))
}

/// An integer as a value of its own.
pub(super) fn integer(value: &Integer) -> Computed {
    Computed::plain(HostValue::integer(value))
}
