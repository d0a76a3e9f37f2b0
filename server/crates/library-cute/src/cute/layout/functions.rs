//! Functions of layouts and tensors, each an operation of the algebra.

use layout_algebra::{ErrorKind, IntTuple, TilerMode, symbolic::SymbolicTiler};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operation_named, refuse_unknown, unknown},
    tensor::MemorySpace,
    value::HostValue,
};
use layoutlens_operation::{
    Evaluated, Hardware, Operation, Refusal, Size, Value, literal, symbolic, value::Leaf,
};

use crate::cute::{
    element::bits_of,
    layout::{make, methods},
    operand::{argument, bare, kind, operand, operands, template_numbers, template_type},
    operate::{run, without_kinds, wrapped},
    smem,
    tuple::{
        element::{at, size as size_of},
        is_of_run_time,
    },
    type_trait::is_same,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("size", size),
    ("rank", |call| query(call, Operation::Rank)),
    ("depth", |call| query(call, Operation::Depth)),
    ("shape", |call| query(call, Operation::Shape)),
    ("stride", |call| query(call, Operation::Stride)),
    ("cosize", |call| query(call, Operation::Cosize)),
    ("coshape", simple),
    ("layout", modes),
    ("coalesce", simple),
    ("filter", simple),
    ("filter_zeros", simple),
    ("composition", composition),
    ("complement", complement),
    ("right_inverse", simple),
    ("left_inverse", simple),
    ("nullspace", simple),
    ("logical_divide", simple),
    ("zipped_divide", simple),
    ("tiled_divide", simple),
    ("flat_divide", simple),
    ("logical_product", product),
    ("zipped_product", product),
    ("tiled_product", product),
    ("flat_product", product),
    ("blocked_product", simple),
    ("raked_product", simple),
    ("tile_to_shape", tile_to_shape),
    ("make_layout_like", simple),
    ("make_identity_layout", simple),
    ("make_ordered_layout", simple),
    ("max_alignment", of_layouts),
    ("get_swizzle_portion", simple),
    ("get_nonswizzle_portion", simple),
    ("compact_col_major", simple),
    ("compact_row_major", simple),
    ("max_common_vector", common),
    ("max_common_layout", common),
    ("upcast", |call| templated(call, Operation::Upcast)),
    ("downcast", |call| templated(call, Operation::Downcast)),
    ("recast_layout", recast_layout),
    ("slice", slice),
    ("dice", dice),
    ("make_layout", make::make_layout),
    ("make_composed_layout", make_composed_layout),
    ("as_position_independent_swizzle_layout", position_independent),
];

/// An operation with the operands in the order of the call. A tensor in front stays one.
pub(crate) fn simple(call: &Call<'_>) -> Outcome {
    let name = bare(call.name);
    refuse_unknown(call.positional())?;
    if !call.template.is_empty() {
        return unknown(format!("{name} with template arguments is not computed"));
    }
    let evaluated = run(operation_named(name)?, &operands(call)?)?;
    Ok(wrapped(argument(call, 0)?, evaluated))
}

/// An operation of layouts that asks a tensor for more than its layout: for where it begins.
fn of_layouts(call: &Call<'_>) -> Outcome {
    match argument(call, 0)? {
        HostValue::Tensor(_) => unknown(format!("{} of a tensor is not computed", call.name)),
        _ => simple(call),
    }
}

/// `max_common_vector(a, b)`: tensors have something in common only where their elements are of one type.
fn common(call: &Call<'_>) -> Outcome {
    let (HostValue::Tensor(a), HostValue::Tensor(b)) = (argument(call, 0)?, argument(call, 1)?) else {
        return simple(call);
    };
    let in_memory =
        [a, b].iter().all(|tensor| tensor.space.is_some_and(|space| space != MemorySpace::Counting));
    match in_memory && is_same(&a.element, &b.element)? {
        true => run(
            operation_named(bare(call.name))?,
            &[operand(argument(call, 0)?)?, operand(argument(call, 1)?)?],
        )
        .map(Computed::of),
        false => unknown("what tensors of different elements have in common is not computed"),
    }
}

/// `complement(layout, cotarget)`.
fn complement(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    run(Operation::Complement, &of_target_shape(call)?).map(Computed::of)
}

/// `tile_to_shape(block, target)`.
fn tile_to_shape(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    if !call.template.is_empty() {
        return unknown("tile_to_shape with template arguments is not computed");
    }
    let evaluated = run(Operation::TileToShape, &of_target_shape(call)?)?;
    Ok(wrapped(argument(call, 0)?, evaluated))
}

/// The operands of a function whose second one is a shape, for which a layout stands as well.
fn of_target_shape(call: &Call<'_>) -> Result<Vec<Value>, Refusal> {
    let mut operands = operands(call)?;
    if let Some(target) = operands.get_mut(1)
        && target.is_layout()
    {
        *target = run(Operation::Shape, std::slice::from_ref(target))?.value;
    }
    Ok(operands)
}

/// `logical_product(layout, tile)`: a tuple of sizes tiles by mode.
fn product(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    let mut operands = operands(call)?;
    if let Some(tile @ Value::Tuple(IntTuple::Tuple(_))) = operands.get_mut(1) {
        *tile = match symbolic::tiler_of(tile) {
            Some(SymbolicTiler::ByMode(modes)) if symbolic::has_names(tile) => Value::SymbolicTiler(modes),
            _ => tiled_by_mode(tile)?,
        };
    }
    let evaluated = run(operation_named(bare(call.name))?, &operands)?;
    Ok(wrapped(argument(call, 0)?, evaluated))
}

/// A tuple of sizes as a by-mode tiler.
fn tiled_by_mode(tile: &Value) -> Result<Value, Refusal> {
    match literal::tiler_mode(tile).map_err(without_kinds)? {
        TilerMode::ByMode(modes) => Ok(Value::Tiler(modes)),
        _ => unknown("this tile is not computed"),
    }
}

/// An operation whose template's arguments stand behind the others: `upcast<4>(layout)`.
fn templated(call: &Call<'_>, operation: Operation) -> Outcome {
    refuse_unknown(call.positional())?;
    let numbers = template_numbers(call)?.into_iter().map(Value::int);
    let operands: Vec<Value> = operands(call)?.into_iter().chain(numbers).collect();
    Ok(wrapped(argument(call, 0)?, run(operation, &operands)?))
}

/// `take<0,2>(x)`, `group_modes<0,2>(x)`.
pub(crate) fn range(call: &Call<'_>, operation: Operation) -> Outcome {
    let numbers = template_numbers(call)?;
    let [begin, end] = numbers.as_slice() else { return unknown("a range of modes has two ends") };
    let whole = argument(call, 0)?;
    let layout = operand(whole)?;
    let end = match *end {
        -1 => run(Operation::Rank, std::slice::from_ref(&layout))?.value,
        end => Value::int(end),
    };
    Ok(wrapped(whole, run(operation, &[layout, Value::int(*begin), end])?))
}

/// `select<2,0>(x)`.
pub(crate) fn select(call: &Call<'_>) -> Outcome {
    let indices =
        template_numbers(call)?.into_iter().map(|index| IntTuple::Int(Leaf::Size(Size::Known(index))));
    let indices = Value::Tuple(IntTuple::Tuple(indices.collect()));
    let whole = argument(call, 0)?;
    Ok(wrapped(whole, run(Operation::Select, &[operand(whole)?, indices])?))
}

/// `append<3>(x, filler)`, `prepend(x, y)`: what is done without and with a rank.
pub(crate) fn append(call: &Call<'_>, once: Operation, to_rank: Operation) -> Outcome {
    let whole = argument(call, 0)?;
    let mut operands = operands(call)?;
    let numbers = template_numbers(call)?;
    let evaluated = match numbers.as_slice() {
        [] => run(once, &operands)?,
        [rank, ..] => {
            if operands.len() == 1 {
                operands.push(Value::from(layout_algebra::Layout::new(1.into(), 0.into())?));
            }
            operands.insert(1, Value::int(*rank));
            run(to_rank, &operands)?
        }
    };
    Ok(wrapped(whole, evaluated))
}

/// `replace<1>(x, y)`.
pub(crate) fn replace(call: &Call<'_>) -> Outcome {
    let numbers = template_numbers(call)?;
    let [index] = numbers.as_slice() else { return unknown("one index is wanted") };
    let whole = argument(call, 0)?;
    let operands = [operand(whole)?, Value::int(*index), operand(argument(call, 1)?)?];
    match run(Operation::Replace, &operands) {
        Ok(evaluated) => Ok(wrapped(whole, evaluated)),
        // CuTe appends behind the last mode.
        Err(Refusal::Algebra(error)) if matches!(error.kind(), ErrorKind::NoSuchMode { .. }) => {
            unknown("replacing a mode that is not there is not computed")
        }
        Err(refusal) => Err(refusal),
    }
}

/// `layout<0,1>(x)` and `get<0>(layout)`: the layout of a mode.
pub(crate) fn modes(call: &Call<'_>) -> Outcome {
    let whole = argument(call, 0)?;
    if whole.layout().is_none() {
        return delegated(call);
    }
    let mut layout: Evaluated = operand(whole)?.into();
    for index in template_numbers(call)? {
        layout = run(Operation::Mode, &[layout.value, Value::int(index)])?;
    }
    Ok(Computed::of(layout))
}

/// `shape<0,1>(x)` and the like: of a tuple, of a layout, of a mode.
fn query(call: &Call<'_>, operation: Operation) -> Outcome {
    let whole = argument(call, 0)?;
    refuse_unknown([whole])?;
    if whole.elements().is_some() || whole.as_integer().is_some() {
        let part = at(whole, &template_numbers(call)?)?;
        refuse_unknown([&part])?;
        if let Some(layout) = part.layout() {
            return run(operation, std::slice::from_ref(layout)).map(Computed::of);
        }
        return of_tuple(operation, &part).map(Computed::plain);
    }
    if whole.layout().is_none() {
        return delegated(call);
    }
    let numbers = template_numbers(call)?.into_iter().map(Value::int);
    let operands: Vec<Value> = [operand(whole)?].into_iter().chain(numbers).collect();
    run(operation, &operands).map(Computed::of)
}

/// The rank, depth or shape of a tuple, whose parts may be layouts.
fn of_tuple(operation: Operation, tuple: &HostValue) -> Result<HostValue, Refusal> {
    match operation {
        Operation::Rank => {
            // An integer has one mode.
            let rank = tuple.elements().map_or(1, |elements| elements.len());
            Ok(HostValue::static_int(i64::try_from(rank).unwrap_or(i64::MAX)))
        }
        Operation::Depth => depth(tuple).map(HostValue::static_int),
        Operation::Shape => shape(tuple),
        _ => unknown(format!("{operation} of a tuple is not computed")),
    }
}

fn depth(part: &HostValue) -> Result<i64, Refusal> {
    if let Some(layout) = part.layout() {
        let depth = run(Operation::Depth, std::slice::from_ref(layout))?.value.as_int();
        return depth.map_or_else(|| unknown("the depth of this layout is not known"), Ok);
    }
    match part.elements() {
        Some(elements) => elements.iter().try_fold(1, |deepest, part| Ok(deepest.max(1 + depth(part)?))),
        // Whatever number it is, a number has no depth.
        None if is_of_run_time(part) => Ok(0),
        None => refuse_unknown([part]).map(|()| 0),
    }
}

fn shape(part: &HostValue) -> Result<HostValue, Refusal> {
    if let Some(layout) = part.layout() {
        return run(Operation::Shape, std::slice::from_ref(layout))
            .map(|shape| HostValue::Value(shape.value));
    }
    match part.elements() {
        Some(elements) => elements.iter().map(shape).collect::<Result<_, _>>().map(HostValue::tuple),
        None => Ok(part.clone()),
    }
}

fn size(call: &Call<'_>) -> Outcome {
    let whole = argument(call, 0)?;
    refuse_unknown([whole])?;
    if whole.elements().is_some() || whole.as_integer().is_some() {
        let part = at(whole, &template_numbers(call)?)?;
        if let Some(layout) = part.layout() {
            return run(Operation::Size, std::slice::from_ref(layout)).map(Computed::of);
        }
        return size_of(&part).map(|size| Computed::plain(HostValue::integer(&size)));
    }
    if let HostValue::Value(Value::Hardware(thing)) = whole {
        return match thing.as_ref() {
            Hardware::TiledMma(mma) => {
                let modes = template_numbers(call)?.into_iter().map(Value::int);
                let threads = std::iter::once(Value::from(mma.thr_layout_vmnk().clone()));
                run(Operation::Size, &threads.chain(modes).collect::<Vec<_>>()).map(Computed::of)
            }
            Hardware::TiledCopy(copy) | Hardware::TmaCopy { tiled: copy, .. } if call.template.is_empty() => {
                Ok(Computed::plain(HostValue::static_int(copy.threads())))
            }
            _ => delegated(call),
        };
    }
    query(call, Operation::Size)
}

/// What the type of a layout says of this: its method of the same name.
fn delegated(call: &Call<'_>) -> Outcome {
    let whole = argument(call, 0)?;
    refuse_unknown([whole])?;
    let name = bare(call.name);
    match (methods::method(whole, name), call.arguments.split_first()) {
        (Some(method), Some((_, arguments))) => {
            let call = Call { name, receiver: Some(whole), arguments, range: call.range.clone(), ..*call };
            method(&call)
        }
        _ => unknown(format!("{name} of {} is not computed", kind(whole))),
    }
}

/// `recast_layout<OldType, NewType>(layout)`.
fn recast_layout(call: &Call<'_>) -> Outcome {
    let (old, new) = (bits_of(template_type(call, 0)?)?, bits_of(template_type(call, 1)?)?);
    let layout = operand(argument(call, 0)?)?;
    run(Operation::Recast, &[layout, Value::int(old), Value::int(new)]).map(Computed::of)
}

/// `slice(coord, x)` of a layout, or of a tuple: the parts for which the coordinate is `_` (`cute/underscore.hpp`).
fn slice(call: &Call<'_>) -> Outcome {
    let (coord, whole) = (argument(call, 0)?, argument(call, 1)?);
    if whole.layout().is_some() {
        return simple(call);
    }
    refuse_unknown([coord, whole])?;
    match coord.elements() {
        Some(_) => sliced(coord, whole).map(|kept| Computed::plain(HostValue::tuple(kept))),
        None if *coord == HostValue::keep() => Ok(Computed::plain(whole.clone())),
        None if coord.as_integer().is_some() => Ok(Computed::plain(HostValue::tuple(Vec::new()))),
        None => unknown("this slice is not computed"),
    }
}

/// What a coordinate keeps of a tuple; what it keeps of a tuple within stands beside the rest.
fn sliced(coord: &HostValue, whole: &HostValue) -> Result<Vec<HostValue>, Refusal> {
    match (coord.elements(), whole.elements()) {
        (Some(coords), Some(elements)) if coords.len() == elements.len() => {
            let kept = coords.iter().zip(&elements).map(|(coord, element)| sliced(coord, element));
            Ok(kept.collect::<Result<Vec<_>, _>>()?.concat())
        }
        (None, _) if *coord == HostValue::keep() => Ok(vec![whole.clone()]),
        (None, _) if coord.as_integer().is_some() => Ok(Vec::new()),
        _ => unknown("this slice is not computed"),
    }
}

/// `dice(projection, x)` of a layout or a tuple: the modes for which the projection has an integer.
fn dice(call: &Call<'_>) -> Outcome {
    diced(argument(call, 0)?, argument(call, 1)?).map(Computed::plain)
}

/// The modes of `whole` for which the projection has an integer.
pub(crate) fn diced(projection: &HostValue, whole: &HostValue) -> Result<HostValue, Refusal> {
    refuse_unknown([projection, whole])?;
    match (projection.elements(), whole.elements()) {
        (Some(steps), Some(elements)) if steps.len() == elements.len() => {
            let mut kept = Vec::new();
            for (step, element) in steps.iter().zip(elements) {
                if step.elements().is_some() {
                    // What a nested projection keeps stands beside the rest.
                    kept.extend(diced(step, &element)?.elements().unwrap_or_default());
                } else if *step != HostValue::keep() {
                    if !is_of_run_time(step) {
                        refuse_unknown([step])?;
                    }
                    kept.push(element);
                }
            }
            Ok(HostValue::tuple(kept))
        }
        (Some(_), None) if whole.layout().is_some() => {
            run(Operation::Dice, &[operand(projection)?, operand(whole)?])
                .map(|diced| HostValue::Value(diced.value))
        }
        _ => unknown("this projection is not computed"),
    }
}

/// `composition(a, b)`, `composition(swizzle, offset, layout)`.
fn composition(call: &Call<'_>) -> Outcome {
    refuse_unknown(call.positional())?;
    if let [swizzle, offset, layout] = call.positional().as_slice()
        && let Some(behind) = smem::behind_flag(swizzle, offset, layout)
    {
        return behind;
    }
    match operands(call)?.as_slice() {
        [outer @ Value::Swizzle(_), offset, layout @ (Value::Layout(_) | Value::SymbolicLayout(_))]
            if offset.as_int().is_some() =>
        {
            if offset.as_int() == Some(0) {
                return run(Operation::Composition, &[outer.clone(), layout.clone()]).map(Computed::of);
            }
            if matches!(outer, Value::Swizzle(swizzle) if swizzle.bits() == 0) {
                return unknown("a swizzle of no bits behind an offset is not computed");
            }
            Ok(Computed::plain(literal::composed(outer, offset, layout).map_err(without_kinds)?))
        }
        _ => simple(call),
    }
}

/// `make_composed_layout(swizzle, offset, layout)`.
fn make_composed_layout(call: &Call<'_>) -> Outcome {
    if let [swizzle, offset, layout] = call.positional().as_slice()
        && let Some(behind) = smem::behind_flag(swizzle, offset, layout)
    {
        return behind;
    }
    let operands = operands(call)?;
    let [outer, offset, layout] = operands.as_slice() else {
        return unknown("a composed layout has three parts");
    };
    Ok(Computed::plain(literal::composed(outer, offset, layout).map_err(without_kinds)?))
}

/// The swizzle on elements, for memory that is aligned to it.
fn position_independent(call: &Call<'_>) -> Outcome {
    match operand(argument(call, 0)?)? {
        Value::Smem(smem) => Ok(Computed::plain(Value::from(smem.position_independent()?))),
        Value::Swizzled(swizzled) => Ok(Computed::plain(swizzled.position_independent()?)),
        layout if layout.is_layout() => Ok(Computed::plain(layout)),
        _ => unknown("this is no layout"),
    }
}
