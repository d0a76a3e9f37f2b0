//! `make_layout` in all its forms, and the types `Layout<..>` and `ComposedLayout<..>`.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{refuse_unknown, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value, literal};

use crate::cute::{
    integer::type_with,
    operand::{bare, instance, is_major, of_type, operand, operands, type_of},
    operate::{run, without_kinds},
    smem,
    tuple::{default_of, is_of_run_time},
};

/// `make_layout(shape)`, `make_layout(shape, stride)`, `make_layout(shape, LayoutRight{})`, `make_layout(a, b, ..)`.
pub(crate) fn make_layout(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    of_operands(&operands(call)?)
}

/// The layout that `make_layout` makes of these.
pub(crate) fn of_operands(operands: &[Value]) -> Outcome {
    if let [shape @ Value::Tuple(_), order] = operands
        && is_major(&order.to_string())
    {
        return run(Operation::MakeLayout, &[shape.clone(), order.clone()]).map(Computed::of);
    }
    let layouts = operands.iter().filter(|value| value.is_layout()).count();
    let is_understood = match operands {
        [Value::Tuple(_)] | [Value::Tuple(_), Value::Tuple(_)] | [Value::Swizzle(_)] => true,
        _ => layouts == operands.len() && layouts > 0,
    };
    if !is_understood {
        return unknown("make_layout of these is not computed");
    }
    run(Operation::MakeLayout, operands).map(Computed::of)
}

/// `Layout(shape, stride)`, `Layout{layout}`: the arguments of the template are those of what is given.
fn deduced(call: &Call<'_>) -> Outcome {
    let given = call.positional();
    refuse_unknown(given.iter().copied())?;
    match given.as_slice() {
        [copied] if copied.layout().is_some() => Ok(Computed::plain(operand(copied)?)),
        [shape] => of_operands(&[part(shape)?]),
        [shape, stride] => of_operands(&[part(shape)?, part(stride)?]),
        _ => unknown("a layout has a shape and a stride"),
    }
}

/// `ComposedLayout{a, offset, b}`: the arguments of the template are those of what is given.
fn deduced_composed(call: &Call<'_>) -> Outcome {
    let given = call.positional();
    refuse_unknown(given.iter().copied())?;
    match given.as_slice() {
        [outer, offset, layout] => composed_of(outer, offset, layout).map(Computed::plain),
        [copied] if copied.layout().is_some() => Ok(Computed::plain(operand(copied)?)),
        _ => unknown("a composed layout has three parts"),
    }
}

fn composed_of(outer: &HostValue, offset: &HostValue, layout: &HostValue) -> Result<HostValue, Refusal> {
    if let Some(behind) = smem::behind_flag(outer, offset, layout) {
        return behind.map(|computed| computed.value);
    }
    let (outer, offset, layout) = (operand(outer)?, operand(offset)?, operand(layout)?);
    let is_function = outer.is_layout() || matches!(outer, Value::Swizzle(_));
    if !is_function || !layout.is_layout() || offset.is_layout() {
        return unknown("a composed layout of these parts is not computed");
    }
    let composed = literal::composed(&outer, &offset, &layout).map_err(without_kinds)?;
    Ok(HostValue::Value(composed))
}

/// `Layout<Shape<..>, Stride<..>>`, `ComposedLayout<Swizzle<..>, _0, Layout<..>>`.
pub(crate) fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let parts: Vec<&HostValue> = arguments.iter().map(instance).collect();
    Some(match (bare(name), parts.as_slice()) {
        ("Layout", [shape]) => typed(name, arguments, || {
            let layout = of_operands(&[part(shape)?])?;
            Ok(layout.value)
        }),
        ("Layout", [shape, stride]) => typed(name, arguments, || {
            let layout = of_operands(&[part(shape)?, part(stride)?])?;
            Ok(layout.value)
        }),
        ("ComposedLayout", [outer, offset, layout]) => {
            typed(name, arguments, || composed_of(outer, offset, layout))
        }
        _ => return None,
    })
}

/// A shape or a stride as an argument of `Layout<..>`. The template takes any type and reads it as one of these, so that a
/// layout there is no mode: `Layout<Layout<_3,_1>,_1>` prints `_3:_1:_1`.
fn part(argument: &HostValue) -> Result<Value, Refusal> {
    match operand(argument)? {
        value if is_major(&value.to_string()) => unknown("an order is no stride of a layout's type"),
        value if value.is_layout() || matches!(value, Value::Swizzle(_)) => {
            unknown(format!("{} is no shape and no stride, though the type takes it as one", value.kind()))
        }
        value => Ok(value),
    }
}

/// The type of the value, or the template with its arguments where they leave something open.
fn typed(
    name: &str,
    arguments: &[HostValue],
    value: impl FnOnce() -> Result<HostValue, Refusal>,
) -> Result<HostValue, Refusal> {
    match value() {
        Ok(value) => Ok(type_with(value)),
        Err(Refusal::Unknown(_)) => Ok(HostValue::specialized(bare(name), arguments)),
        Err(refusal) => Err(refusal),
    }
}

/// `Layout<..>{}`, `Layout<..>{shape, stride}`, `Layout(shape, stride)`.
pub(super) fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(HostValue::Value(layout)) if layout.is_layout() => Some(of_layout(layout, call)),
        HostType::Of(major @ HostValue::Object(object)) if is_major(&object.kind) => {
            Some(Ok(Computed::plain(major.clone())))
        }
        HostType::Named(name) if bare(name) == "Layout" => Some(deduced(call)),
        HostType::Named(name) if bare(name) == "ComposedLayout" => Some(deduced_composed(call)),
        HostType::Specialized { name, arguments } if name == "Layout" => {
            let parts: Vec<HostValue> = arguments
                .iter()
                .map(|part| match (of_type(part), type_of(part)) {
                    (Some(value), _) => value.clone(),
                    _ => HostValue::unknown(
                        part.unknown_reason().unwrap_or("a part of the layout's type is not known"),
                    ),
                })
                .collect();
            Some(of_parts(&parts, call))
        }
        _ => None,
    }
}

fn of_layout(layout: &Value, call: &Call<'_>) -> Outcome {
    let is_static = !matches!(layout, Value::SymbolicLayout(_));
    let given = call.positional();
    refuse_unknown(given.iter().copied())?;
    match given.as_slice() {
        // A static layout has no other value, whatever is given.
        _ if is_static => Ok(Computed::plain(layout.clone())),
        [] => unknown("a layout with run-time parts that nothing sets"),
        [copied] if copied.layout().is_some() => Ok(Computed::plain(operand(copied)?)),
        [shape] => of_operands(&[operand(shape)?]),
        [shape, stride] => of_operands(&[operand(shape)?, operand(stride)?]),
        _ => unknown("a layout has a shape and a stride"),
    }
}

/// A layout of which the type has run-time parts: what is given for them, and the static parts of the type.
fn of_parts(parts: &[HostValue], call: &Call<'_>) -> Outcome {
    let given = call.positional();
    refuse_unknown(given.iter().copied())?;
    match given.as_slice() {
        [copied] if copied.layout().is_some() => Ok(Computed::plain(operand(copied)?)),
        [shape, stride] => of_operands(&[operand(shape)?, operand(stride)?]),
        [shape] if parts.len() == 1 => of_operands(&[operand(shape)?]),
        [shape] => {
            let stride = parts.get(1).map(default_of).unwrap_or(HostValue::Nothing);
            of_operands(&[operand(shape)?, operand(&stride)?])
        }
        _ => {
            // What the type leaves open is the lesser reason.
            parts.iter().try_for_each(refuse_undecided)?;
            unknown("a layout with run-time parts that nothing sets")
        }
    }
}

/// Refuses what is unknown in a part of a type for another reason than that it is a number of run time.
fn refuse_undecided(part: &HostValue) -> Result<(), Refusal> {
    match part.elements() {
        Some(elements) => elements.iter().try_for_each(refuse_undecided),
        None if is_of_run_time(part) => Ok(()),
        None => refuse_unknown([part]),
    }
}
