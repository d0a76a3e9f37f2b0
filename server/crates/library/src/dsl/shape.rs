//! Questions to shapes and layouts, and functions on tuples: `cute.size`, `cute.select`, `cute.slice_`.

use layout_algebra::{IntTuple, Layout};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Hardware, Operation, Refusal, Value, literal, symbolic};

use crate::dsl::{
    atom::{self, Types},
    element,
    operand::{
        argument, like, modes, number, of_keywords, on_domain, operand, operand_at, operate, optional,
    },
    shape_and_stride::shape_of,
    swizzled, tensor,
};
use layoutlens_library_cute::cute::hardware;

/// Why modes are not added.
const NO_RANK: &str = "the rank is not known";

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.size", size),
    ("cutlass.cute.cosize", |call| of_mode(call, Operation::Cosize)),
    ("cutlass.cute.rank", rank),
    ("cutlass.cute.depth", depth),
    ("cutlass.cute.shape", shape),
    ("cutlass.cute.get", get),
    ("cutlass.cute.select", select),
    ("cutlass.cute.group_modes", group_modes),
    ("cutlass.cute.slice_", slice),
    ("cutlass.cute.dice", dice),
    ("cutlass.cute.crd2idx", crd2idx),
    ("cutlass.cute.idx2crd", |call| of_keywords(call, Operation::Idx2crd, &["idx", "shape"])),
    ("cutlass.cute.flatten", flatten),
    ("cutlass.cute.flatten_to_tuple", flatten),
    ("cutlass.cute.product", |call| size_of(argument(call, "a", 0)?)),
    ("cutlass.cute.product_each", product_each),
    ("cutlass.cute.append", |call| extended(call, false)),
    ("cutlass.cute.prepend", |call| extended(call, true)),
    ("cutlass.cute.append_ones", |call| with_ones(call, false)),
    ("cutlass.cute.prepend_ones", |call| with_ones(call, true)),
    ("cutlass.cute.ceil_div", |call| {
        Ok(Computed::plain(tiles(argument(call, "input", 0)?, argument(call, "tiler", 1)?)?))
    }),
    ("cutlass.cute.round_up", |call| of_shapes(call, Operation::RoundUp)),
    ("cutlass.cute.shape_div", shape_div),
    ("cutlass.cute.front", front),
    ("cutlass.cute.tuple_cat", tuple_cat),
    ("cutlass.cute.repeat", |call| repeat(call, true)),
    ("cutlass.cute.repeat_as_tuple", |call| repeat(call, false)),
    ("cutlass.cute.E", unit_stride),
    ("cutlass.cute.is_static", is_static),
    ("cutlass.cute.size_in_bytes", size_in_bytes),
    // What the DSL gives to its compiler of them.
    ("cutlass.cute._pack_shape", |call| packed(call, "shape")),
    ("cutlass.cute._pack_coord", |call| packed(call, "coord")),
    ("cutlass.cute._pack_int_tuple", |call| packed(call, "int_tuple")),
    ("cutlass.cute._pack_tile", |call| packed(call, "tile")),
];

/// A tuple or tile as a value of the compiler's.
fn packed(call: &Call<'_>, keyword: &str) -> Outcome {
    Ok(Computed::plain(argument(call, keyword, 0)?.clone()))
}

/// The most elements that a tuple is repeated to.
const MAX_ELEMENTS: i64 = 4096;

/// The part of a value that a mode's path leads to.
fn along(value: &HostValue, path: &[i64]) -> Result<HostValue, Refusal> {
    let mut part = value.clone();
    for &index in path {
        part = match part.elements() {
            Some(elements) => {
                let element = usize::try_from(index).ok().and_then(|index| elements.get(index).cloned());
                element.ok_or_else(|| Refusal::Unknown(format!("there is no mode {index}")))?
            }
            None if part.layout().is_some() => {
                let layout = operand(&part)?;
                let mode = on_domain(&layout, |layout| {
                    operate(Operation::Mode, &[layout.clone(), Value::int(index)])
                })?;
                mode.value.into()
            }
            // An integer is its own mode 0.
            None if index == 0 && part.as_integer().is_some() => part,
            None => return unknown("a mode of what has none"),
        };
    }
    Ok(part)
}

/// What the DSL does to layouts and tuples only.
fn refuse_tensor(value: &HostValue) -> Result<(), Refusal> {
    match value {
        HostValue::Tensor(_) => unknown("the DSL does this to layouts, not to tensors"),
        _ => Ok(()),
    }
}

fn path(call: &Call<'_>, index: usize) -> Result<Vec<i64>, Refusal> {
    optional(call, "mode", index).map_or(Ok(Vec::new()), modes)
}

fn size(call: &Call<'_>) -> Outcome {
    let source = argument(call, "a", 0)?;
    let (tiled, types) = atom::typed(source);
    match hardware::hardware(&tiled) {
        // As many as there are threads.
        Some(Hardware::TiledCopy(copy)) => return Ok(Computed::plain(HostValue::static_int(copy.threads()))),
        Some(Hardware::TiledMma(mma)) => return Ok(Computed::plain(HostValue::static_int(mma.thr_size()))),
        _ if types != Types::Known => return unknown("the size of this is not known"),
        _ => {}
    }
    size_of(&along(source, &path(call, 1)?)?)
}

fn size_of(value: &HostValue) -> Outcome {
    let value = match operand(value)? {
        Value::Composed(composed) => Value::from(composed.layout().clone()),
        value => value,
    };
    operate(Operation::Size, &[value]).map(Computed::of)
}

/// A question to a layout or one of its modes.
fn of_mode(call: &Call<'_>, operation: Operation) -> Outcome {
    let part = along(argument(call, "a", 0)?, &path(call, 1)?)?;
    let value = match operand(&part)? {
        // The swizzle permutes what lies inside of the layout's codomain.
        Value::Composed(composed) if *composed.offset() == 0 => Value::from(composed.layout().clone()),
        value => value,
    };
    operate(operation, &[value]).map(Computed::of)
}

fn rank(call: &Call<'_>) -> Outcome {
    let part = along(argument(call, "a", 0)?, &path(call, 1)?)?;
    if let Some(elements) = part.elements() {
        return Ok(Computed::plain(HostValue::static_int(i64::try_from(elements.len()).unwrap_or(i64::MAX))));
    }
    on_shape(&part, Operation::Rank)
}

fn depth(call: &Call<'_>) -> Outcome {
    on_shape(&along(argument(call, "a", 0)?, &path(call, 1)?)?, Operation::Depth)
}

fn on_shape(value: &HostValue, operation: Operation) -> Outcome {
    let shape = operand(&shape_of(&operand(value)?)?)?;
    operate(operation, &[shape]).map(Computed::of)
}

fn shape(call: &Call<'_>) -> Outcome {
    let part = along(argument(call, "a", 0)?, &path(call, 1)?)?;
    match part.elements() {
        Some(_) => Ok(Computed::plain(part)),
        None => Ok(Computed::plain(shape_of(&operand(&part)?)?)),
    }
}

fn get(call: &Call<'_>) -> Outcome {
    let source = argument(call, "input", 0)?;
    let part = along(source, &path(call, 1)?)?;
    match (source, &part) {
        (HostValue::Tensor(tensor), HostValue::Value(layout)) => {
            Ok(Computed::plain(HostValue::Tensor(tensor.with_layout(layout.clone()).into())))
        }
        _ => Ok(Computed::plain(part)),
    }
}

fn select(call: &Call<'_>) -> Outcome {
    let source = argument(call, "input", 0)?;
    refuse_tensor(source)?;
    let modes = path(call, 1)?;
    if source.elements().is_some() {
        let parts: Result<Vec<_>, _> = modes.iter().map(|&mode| along(source, &[mode])).collect();
        return Ok(Computed::plain(HostValue::tuple(parts?)));
    }
    let modes = Value::ints(&modes.into_iter().collect());
    let selected =
        on_domain(&operand(source)?, |layout| operate(Operation::Select, &[layout.clone(), modes]))?;
    Ok(like(source, selected))
}

fn group_modes(call: &Call<'_>) -> Outcome {
    let source = argument(call, "input", 0)?;
    let rank = match source.elements() {
        Some(elements) => i64::try_from(elements.len()).unwrap_or(i64::MAX),
        None => match on_shape(source, Operation::Rank)?.value.known_int() {
            Some(rank) => rank,
            None => return unknown(NO_RANK),
        },
    };
    let begin = number(argument(call, "begin", 1)?)?;
    // Left out, it is the rank: so the DSL defines it.
    let end = optional(call, "end", 2).map_or(Ok(rank), number)?;
    if begin < 0 || end < 0 {
        // An end of -1 is the rank in 4.0, and the last mode, which is left out, in 4.8.1.
        return unknown("versions of the DSL count modes from the end in different ways");
    }
    match source.elements() {
        Some(elements) => grouped(&elements, begin, end),
        None if source.as_integer().is_some() => match (begin, end) {
            (0, 1) => Ok(Computed::plain(HostValue::tuple(vec![source.clone()]))),
            _ => unknown("an integer has one mode"),
        },
        None => {
            let group = |layout: &Value| {
                let shape = operate(Operation::Shape, std::slice::from_ref(layout))?.value;
                match (shape, begin, end) {
                    // Its one mode is in no tuple yet.
                    (Value::Tuple(shape @ IntTuple::Int(_)), 0, 1) => {
                        let stride = operate(Operation::Stride, std::slice::from_ref(layout))?.value;
                        let Value::Tuple(stride) = stride else { return unknown("strides of coordinates") };
                        let in_tuple = |mode| Value::Tuple(IntTuple::Tuple(vec![mode]));
                        operate(Operation::MakeLayout, &[in_tuple(shape), in_tuple(stride)])
                    }
                    (Value::Tuple(IntTuple::Int(_)), ..) => unknown("a layout of one integer has one mode"),
                    _ => operate(Operation::Group, &[layout.clone(), Value::int(begin), Value::int(end)]),
                }
            };
            Ok(like(source, on_domain(&operand(source)?, group)?))
        }
    }
}

fn grouped(elements: &[HostValue], begin: i64, end: i64) -> Outcome {
    let (begin, end) = (usize::try_from(begin).ok(), usize::try_from(end).ok());
    let (Some(begin), Some(end)) = (begin, end) else { return unknown("these modes are not known") };
    let (Some(before), Some(group), Some(after)) =
        (elements.get(..begin), elements.get(begin..end), elements.get(end..))
    else {
        return unknown("there are fewer modes");
    };
    let group = HostValue::tuple(group.to_vec());
    let all = before.iter().cloned().chain([group]).chain(after.iter().cloned()).collect();
    Ok(Computed::plain(HostValue::tuple(all)))
}

/// `slice_(x, coord)`: the modes in which the coordinate has `None`.
fn slice(call: &Call<'_>) -> Outcome {
    let (source, coordinate) = (argument(call, "src", 0)?, argument(call, "coord", 1)?);
    if source.elements().is_some() {
        return Ok(Computed::plain(HostValue::tuple(kept(source, coordinate, true)?)));
    }
    match source {
        HostValue::Tensor(tensor) => tensor::sliced(tensor, coordinate),
        _ => {
            let (source, coordinate) = (operand(source)?, operand(coordinate)?);
            let mut begins_at = None;
            let sliced = on_domain(&source, |layout| {
                let slice = crate::dsl::operand::applied(layout, &coordinate)?;
                begins_at.clone_from(&slice.offset);
                Ok(Evaluated { offset: None, ..slice })
            })?;
            if let (Value::Composed(whole), Value::Composed(rest)) = (&source, &sliced.value)
                && !swizzled::stays(whole, rest, begins_at.as_ref())
            {
                return unknown("the DSL puts what the swizzle does into the strides of this slice");
            }
            match sliced.value.is_layout() {
                true => Ok(Computed::of(sliced)),
                false => unknown("a slice without `None` is no layout"),
            }
        }
    }
}

fn dice(call: &Call<'_>) -> Outcome {
    let (source, coordinate) = (argument(call, "src", 0)?, argument(call, "dicer", 1)?);
    if source.elements().is_some() {
        return Ok(Computed::plain(HostValue::tuple(kept(source, coordinate, false)?)));
    }
    let pattern = operand(coordinate)?;
    let diced = on_domain(&operand(source)?, |layout| operate(Operation::Dice, &[pattern, layout.clone()]))?;
    Ok(like(source, diced))
}

/// The elements of a tuple where the coordinate has `None`, or where it has none; groups stay together.
fn kept(source: &HostValue, coordinate: &HostValue, wanted: bool) -> Result<Vec<HostValue>, Refusal> {
    if let Some(inner) = coordinate.elements() {
        let Some(elements) = source.elements().filter(|elements| elements.len() == inner.len()) else {
            return unknown("the coordinate and the tuple differ in rank");
        };
        let mut all = Vec::new();
        for (element, coordinate) in elements.iter().zip(&inner) {
            all.extend(kept(element, coordinate, wanted)?);
        }
        return Ok(all);
    }
    // What is not known may be `None`, or a tuple of more.
    refuse_unknown([coordinate])?;
    let keeps = *coordinate == HostValue::Nothing || *coordinate == HostValue::keep();
    Ok(if keeps == wanted { vec![source.clone()] } else { Vec::new() })
}

fn crd2idx(call: &Call<'_>) -> Outcome {
    let (coordinate, layout) = (operand_at(call, "coord", 0)?, operand_at(call, "layout", 1)?);
    if let Value::Tuple(_) = &layout {
        return operate(Operation::Crd2idx, &[coordinate, layout]).map(Computed::of);
    }
    operate(Operation::SliceOffset, &[coordinate, layout]).map(Computed::of)
}

fn flatten(call: &Call<'_>) -> Outcome {
    let source = argument(call, "a", 0)?;
    if source.elements().is_some() {
        let mut leaves = Vec::new();
        gather(source, &mut leaves)?;
        return Ok(Computed::plain(HostValue::tuple(leaves)));
    }
    if source.as_integer().is_some() {
        return Ok(Computed::plain(source.clone()));
    }
    let flat =
        on_domain(&operand(source)?, |layout| operate(Operation::Flatten, std::slice::from_ref(layout)))?;
    Ok(like(source, flat))
}

/// The leaves of a tuple in order. A tuple is as deep as the program that wrote it.
fn gather(value: &HostValue, leaves: &mut Vec<HostValue>) -> Result<(), Refusal> {
    match value.elements() {
        Some(elements) => elements.iter().try_for_each(|element| gather(element, leaves)),
        None => {
            // What is not known may be a tuple, which has leaves of its own.
            refuse_unknown([value])?;
            leaves.push(value.clone());
            Ok(())
        }
    }
}

fn product_each(call: &Call<'_>) -> Outcome {
    let source = argument(call, "a", 0)?;
    let Some(elements) = source.elements() else { return size_of(source) };
    let sizes: Result<Vec<HostValue>, Refusal> =
        elements.iter().map(|element| Ok(size_of(element)?.value)).collect();
    Ok(Computed::plain(HostValue::tuple(sizes?)))
}

/// `append(x, elem)`, `prepend(x, elem)`, to a rank where that is given.
fn extended(call: &Call<'_>, before: bool) -> Outcome {
    let source = argument(call, "input", 0)?;
    refuse_tensor(source)?;
    let Some(element) = call.keyword_or("elem", 1) else { return unknown("what is added is not known") };
    if source.layout().is_none() {
        return extended_tuple(call, source, element, before);
    }
    let filler = operand(element)?;
    let up_to = match optional(call, "up_to_rank", 2) {
        Some(rank) => Some(number(rank)?),
        None => None,
    };
    let (once, to_rank) = match before {
        true => (Operation::Prepend, Operation::PrependToRank),
        false => (Operation::Append, Operation::AppendToRank),
    };
    let extended = on_domain(&operand(source)?, |layout| match up_to {
        Some(rank) => operate(to_rank, &[layout.clone(), Value::int(rank), filler]),
        None => operate(once, &[layout.clone(), filler]),
    })?;
    Ok(like(source, extended))
}

fn extended_tuple(call: &Call<'_>, source: &HostValue, element: &HostValue, before: bool) -> Outcome {
    let mut elements = source.elements().unwrap_or_else(|| vec![source.clone()]);
    let count = match optional(call, "up_to_rank", 2) {
        Some(rank) => {
            let rank = number(rank)?.clamp(0, MAX_ELEMENTS);
            // A rank below that of the tuple adds nothing.
            usize::try_from(rank).unwrap_or(0).saturating_sub(elements.len())
        }
        None => 1,
    };
    let at = if before { 0 } else { elements.len() };
    elements.splice(at..at, std::iter::repeat_n(element.clone(), count));
    Ok(Computed::plain(HostValue::tuple(elements)))
}

/// `append_ones(t, up_to_rank)`: modes of size 1 and stride 0.
fn with_ones(call: &Call<'_>, before: bool) -> Outcome {
    let source = argument(call, "t", 0)?;
    if source.layout().is_none() || (before && !matches!(source, HostValue::Tensor(_))) {
        return unknown("the DSL adds such modes to tensors");
    }
    let layout = operand(source)?;
    let one = operate(Operation::MakeLayout, &[Value::int(1), Value::int(0)])?.value;
    let rank = match optional(call, "up_to_rank", 1) {
        Some(rank) => number(rank)?,
        None => match on_shape(source, Operation::Rank)?.value.known_int() {
            Some(rank) => rank.saturating_add(1),
            None => return unknown(NO_RANK),
        },
    };
    let to_rank = if before { Operation::PrependToRank } else { Operation::AppendToRank };
    let extended = on_domain(&layout, |layout| operate(to_rank, &[layout.clone(), Value::int(rank), one]))?;
    Ok(like(source, extended))
}

/// How many tiles cover a shape, mode by mode; a mode that is tiled by one number counts all its elements.
fn tiles(shape: &HostValue, tiler: &HostValue) -> Result<HostValue, Refusal> {
    if let Some(tilers) = tiler.elements() {
        let modes = shape.elements().filter(|modes| modes.len() >= tilers.len());
        let Some(modes) = modes else { return unknown("a tile has more modes than what it tiles") };
        let mut all = Vec::with_capacity(modes.len());
        for (index, mode) in modes.into_iter().enumerate() {
            all.push(tilers.get(index).map_or(Ok(mode.clone()), |tiler| tiles(&mode, tiler))?);
        }
        return Ok(HostValue::tuple(all));
    }
    let size = size_of(shape)?.value;
    let tile = match operand(tiler)? {
        Value::Layout(layout) if *layout == Layout::compact(IntTuple::Int(layout.size()))? => {
            Value::int(layout.size())
        }
        tile @ Value::Tuple(_) => tile,
        _ => return unknown("how many of these tiles there are is not computed"),
    };
    operate(Operation::CeilDiv, &[operand(&size)?, tile]).map(|count| count.value.into())
}

fn of_shapes(call: &Call<'_>, operation: Operation) -> Outcome {
    of_keywords(call, operation, &["input", "tiler"])
}

/// `shape_div(a, b)`: the DSL divides a nested mode by a number only where the number is all of `b`.
fn shape_div(call: &Call<'_>) -> Outcome {
    let (a, b) = (argument(call, "input", 0)?, argument(call, "tiler", 1)?);
    match is_divided_flat(a, b, true) {
        true => of_shapes(call, Operation::ShapeDiv),
        false => unknown("the DSL refuses to divide a tuple in a tuple by a number of a tuple"),
    }
}

/// Whether no tuple inside of `a` meets a number inside of `b`.
fn is_divided_flat(a: &HostValue, b: &HostValue, is_outermost: bool) -> bool {
    match (a.elements(), b.elements()) {
        (Some(parts), Some(divisors)) => {
            parts.iter().zip(&divisors).all(|(part, divisor)| is_divided_flat(part, divisor, false))
        }
        (Some(_), None) => is_outermost,
        (None, _) => true,
    }
}

fn front(call: &Call<'_>) -> Outcome {
    let mut value = argument(call, "input", 0)?.clone();
    while let Some(first) = value.elements().and_then(|elements| elements.first().cloned()) {
        value = first;
    }
    Ok(Computed::plain(value))
}

fn tuple_cat(call: &Call<'_>) -> Outcome {
    let mut all = Vec::new();
    for value in call.positional() {
        match value.elements() {
            Some(elements) => all.extend(elements),
            None => return unknown("only tuples are joined"),
        }
    }
    Ok(Computed::plain(HostValue::tuple(all)))
}

/// `repeat(x, n)`: for `n == 1` the value itself; `repeat_as_tuple` is always a tuple.
fn repeat(call: &Call<'_>, unwraps: bool) -> Outcome {
    let (value, count) = (argument(call, "x", 0)?, argument(call, "n", 1)?);
    let count = count.known_int().filter(|count| *count <= MAX_ELEMENTS);
    let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
        return unknown("how often it is repeated is not known");
    };
    if unwraps && count == 1 {
        return Ok(Computed::plain(value.clone()));
    }
    Ok(Computed::plain(HostValue::tuple(vec![value.clone(); count])))
}

/// `cute.E(1)`, `cute.E([0, 1])`: the stride 1 along a mode.
fn unit_stride(call: &Call<'_>) -> Outcome {
    let path = modes(argument(call, "mode", 0)?)?;
    let basis = literal::basis(&Value::int(1), &path.into_iter().rev().collect::<Vec<_>>())?;
    Ok(Computed::plain(basis))
}

fn is_static(call: &Call<'_>) -> Outcome {
    let value = operand_at(call, "x", 0)?;
    Ok(Computed::plain(Value::Bool(!symbolic::has_names(&value))))
}

/// `size_in_bytes(dtype, layout)`: of the layout's codomain.
fn size_in_bytes(call: &Call<'_>) -> Outcome {
    let dtype = argument(call, "dtype", 0)?;
    let Some(number) = element::number_type(dtype) else {
        return unknown("the width of the type is not known");
    };
    let layout = argument(call, "layout", 1)?;
    if *layout == HostValue::Nothing {
        return Ok(Computed::plain(HostValue::static_int(0)));
    }
    let layout = match operand(layout)? {
        Value::Composed(composed) => Value::from(composed.layout().clone()),
        layout => layout,
    };
    let cosize = operate(Operation::Cosize, &[layout])?.value;
    match cosize.as_int().and_then(|size| size.checked_mul(number.width())) {
        Some(bits) => Ok(Computed::plain(HostValue::static_int(bits / 8 + i64::from(bits % 8 != 0)))),
        None => unknown("the size is known at run time only"),
    }
}
