//! Values of literals: tuples, layouts, tilers, bases, composed layouts.

use std::sync::Arc;

use layout_algebra::{
    ComposedLayout, Coordinate, Error, Function, FunctionChain, IntTuple, Layout, Stride, TilerMode, Xor,
    symbolic::{ScaledBasis, SymbolicLayout},
};

use crate::{
    Code, Refusal, Unknown, Value,
    size::Size,
    swizzled_layout::SwizzledLayout,
    symbolic,
    value::{Leaf, compact, numbers, sizes},
};

/// The value of `(a, b, ...)`: a tuple of what stands in it, or the concatenation of layouts.
///
/// # Errors
/// Layouts beside integers, layouts of different stride kinds.
pub fn tuple(values: Vec<Value>) -> Result<Value, Refusal> {
    if let Some(unknown) = first_unknown(&values) {
        return Ok(Value::Unknown(unknown));
    }
    if !values.is_empty() && values.iter().all(Value::is_layout) {
        return concatenation(values);
    }
    let mut elements = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        match value {
            Value::Tuple(element) => elements.push(element),
            other => {
                let message = format!(
                    "{} cannot stand beside integers in a tuple; `(A, B)` is a concatenation when both are layouts",
                    other.kind()
                );
                return Err(Refusal::Kind { argument: index, message });
            }
        }
    }
    Ok(Value::Tuple(IntTuple::Tuple(elements)))
}

/// CuTe's `make_layout(A, B, ...)`.
///
/// # Errors
/// The layouts have strides of different kinds, or one is composed.
pub fn concatenation(values: Vec<Value>) -> Result<Value, Refusal> {
    if values.iter().any(|value| matches!(value, Value::SymbolicLayout(_))) {
        let layouts: Option<Vec<SymbolicLayout>> = values.iter().map(symbolic::layout_of).collect();
        let layouts =
            layouts.ok_or_else(|| Refusal::Unknown("these layouts cannot be concatenated yet".into()))?;
        return Ok(SymbolicLayout::from_modes(layouts)?.into());
    }
    let mut integer = Vec::new();
    let mut coordinate = Vec::new();
    let mut xor = Vec::new();
    let count = values.len();
    for value in values {
        match value {
            Value::Layout(layout) => integer.push(Arc::unwrap_or_clone(layout)),
            Value::CoordinateLayout(layout) => coordinate.push(Arc::unwrap_or_clone(layout)),
            Value::XorLayout(layout) => xor.push(Arc::unwrap_or_clone(layout)),
            other => {
                return Err(Refusal::Unknown(format!("{} cannot be concatenated yet", other.kind())));
            }
        }
    }
    if integer.len() == count {
        Ok(Value::from(Layout::from_modes(integer)?))
    } else if coordinate.len() == count {
        Ok(Value::from(Layout::from_modes(coordinate)?))
    } else if xor.len() == count {
        Ok(Value::from(Layout::from_modes(xor)?))
    } else if xor.is_empty() {
        // CuTe C++ makes such a layout, and cannot evaluate it.
        Err(Refusal::Unknown(
            "layouts with integer and with coordinate strides have no offsets in common".into(),
        ))
    } else {
        Err(Refusal::Problem {
            argument: 0,
            code: Code::MixedStrides,
            message: "a layout with XOR strides stands beside one with other strides".to_owned(),
        })
    }
}

/// One element of `<a, b>`.
///
/// # Errors
/// It is none: a swizzle, a composed layout, a layout of sizes that are not known.
pub fn tiler_mode(value: &Value) -> Result<TilerMode, Refusal> {
    match value {
        Value::Tuple(tuple) => tuple_mode(tuple),
        Value::Layout(layout) => Ok(TilerMode::Layout(layout.as_ref().clone())),
        Value::Tiler(modes) => Ok(TilerMode::ByMode(modes.clone())),
        Value::Unknown(unknown) => Err(Refusal::Unknown(unknown.reason.clone())),
        Value::SymbolicLayout(layout) => {
            Err(needs_numbers("a tiler", &layout.shape().map(|size| size.clone().into())))
        }
        other => {
            Err(Refusal::Kind { argument: 0, message: format!("{} is no element of a tiler", other.kind()) })
        }
    }
}

/// A tuple as an element of a tiler: integers n stand for `n:1`, `_` leaves a mode alone.
pub(crate) fn tuple_mode(tuple: &IntTuple<Leaf>) -> Result<TilerMode, Refusal> {
    match tuple {
        IntTuple::Int(Leaf::Keep) => Ok(TilerMode::Keep),
        IntTuple::Int(Leaf::Size(Size::Known(size))) => Ok(TilerMode::from_sizes(&IntTuple::Int(*size))?),
        IntTuple::Int(Leaf::Size(size)) => Err(needs_numbers("a tiler", &IntTuple::Int(size.clone()))),
        IntTuple::Int(other) => {
            Err(Refusal::Kind { argument: 0, message: format!("`{other}` is no element of a tiler") })
        }
        IntTuple::Tuple(modes) => {
            Ok(TilerMode::ByMode(modes.iter().map(tuple_mode).collect::<Result<_, _>>()?))
        }
    }
}

/// `shape:stride`.
///
/// # Errors
/// Shape and stride do not fit, or hold what none can hold.
pub fn layout(shape: &Value, stride: &Value) -> Result<Value, Refusal> {
    let shape = tuple_of(shape, "shape")?;
    let stride = tuple_of(stride, "stride")?;
    if shape.leaves().into_iter().chain(stride.leaves()).any(|leaf| matches!(leaf, Leaf::Any)) {
        return Err(Refusal::Unknown("the text leaves some of the numbers open".into()));
    }
    let Some(shape_sizes) = sizes(shape) else {
        let message = format!("the shape `{shape}` must hold integers only");
        return Err(Refusal::Problem { argument: 0, code: Code::WrongKind, message });
    };
    if stride.leaves().iter().any(|leaf| matches!(leaf, Leaf::Keep)) {
        let message = format!("the stride `{stride}` must not hold `_`");
        return Err(Refusal::Problem { argument: 0, code: Code::WrongKind, message });
    }
    if stride.leaves().iter().any(|leaf| matches!(leaf, Leaf::Xor(_))) {
        return xor_layout(&shape_sizes, stride);
    }
    if stride.leaves().iter().any(|leaf| matches!(leaf, Leaf::Coordinate(_))) {
        return coordinate_layout(&shape_sizes, stride);
    }
    match (numbers(shape), numbers(stride), sizes(stride)) {
        (Ok(shape), Ok(stride), _) => Ok(Value::from(Layout::new(shape, stride)?)),
        (_, _, Some(stride)) => symbolic_layout(&shape_sizes, &stride),
        _ => Err(Refusal::Unknown("the strides are of a kind that is not computed yet".into())),
    }
}

fn xor_layout(shape: &IntTuple<Size>, stride: &IntTuple<Leaf>) -> Result<Value, Refusal> {
    let bits = stride.try_map(&mut |leaf| match leaf {
        Leaf::Xor(bits) => Xor::new(*bits).ok_or_else(|| leaf.clone()),
        Leaf::Size(Size::Known(0)) => Ok(Xor::zero()),
        other => Err(other.clone()),
    });
    let bits = bits.map_err(|other| Refusal::Problem {
        argument: 0,
        code: Code::MixedStrides,
        message: format!(
            "the stride `{stride}` mixes XOR strides with `{other}`; write it as an XOR stride, `f{other}`, or none of \
             them"
        ),
    })?;
    let shape = known(shape, "a layout with XOR strides")?;
    Ok(Value::from(Layout::new(shape, bits)?))
}

fn coordinate_layout(shape: &IntTuple<Size>, stride: &IntTuple<Leaf>) -> Result<Value, Refusal> {
    let coordinates = stride.try_map(&mut |leaf| match leaf {
        Leaf::Coordinate(coordinate) => Ok(coordinate.clone()),
        Leaf::Size(Size::Known(0)) => Ok(Coordinate::zero()),
        other => Err(other.clone()),
    });
    let coordinates = coordinates.map_err(|other| Refusal::Problem {
        argument: 0,
        code: Code::MixedStrides,
        message: format!(
            "the stride `{stride}` mixes coordinates with the integer `{other}`; write it as a coordinate, \
             `{other}@0`, or make all strides integers"
        ),
    })?;
    match shape.try_map(&mut |size| size.known().ok_or(())) {
        Ok(shape) => Ok(Value::from(Layout::new(shape, coordinates)?)),
        Err(()) => run_time_coordinate_layout(shape, &coordinates),
    }
}

/// An identity tensor of a run-time shape: `(M,N):(1@0,1@1)`.
fn run_time_coordinate_layout(
    shape: &IntTuple<Size>,
    stride: &IntTuple<Coordinate>,
) -> Result<Value, Refusal> {
    let stride = stride.try_map(&mut |coordinate| match coordinate {
        Coordinate::Zero => Ok(ScaledBasis::from(0)),
        Coordinate::Basis { value, path } => Ok(ScaledBasis::basis(*value, path.clone())),
        Coordinate::Tuple(_) => Err(needs_numbers("a layout whose strides are sums of coordinates", shape)),
    })?;
    Ok(Value::SymbolicLayout(SymbolicLayout::new(&shape.map(Size::integer), &stride)?))
}

/// Rank and profile are known, the numbers are not.
fn symbolic_layout(shape: &IntTuple<Size>, stride: &IntTuple<Size>) -> Result<Value, Refusal> {
    let layout = SymbolicLayout::new(&shape.map(Size::integer), &stride.map(|size| size.integer().into()));
    Ok(Value::SymbolicLayout(layout?))
}

/// `value@leaf@...@mode`.
///
/// # Errors
/// The modes or the count are no numbers that a basis has.
pub fn basis(value: &Value, path: &[i64]) -> Result<Value, Refusal> {
    let Some(scale) = value.as_int() else {
        return Err(match value {
            Value::Tuple(IntTuple::Int(Leaf::Size(size))) => {
                needs_numbers("a coordinate stride", &IntTuple::Int(size.clone()))
            }
            Value::Unknown(unknown) => Refusal::Unknown(unknown.reason.clone()),
            other => Refusal::Kind {
                argument: 0,
                message: format!("the scale of a coordinate stride is an integer, not {}", other.kind()),
            },
        });
    };
    let path: Option<Vec<usize>> = path.iter().map(|&mode| usize::try_from(mode).ok()).collect();
    let Some(path) = path else {
        let message = "the modes behind `@` are numbers from 0".to_owned();
        return Err(Refusal::Problem { argument: 0, code: Code::WrongKind, message });
    };
    let coordinate = {
        // The text has the innermost mode first, the algebra the outermost.
        let mut outermost_first = path;
        outermost_first.reverse();
        match scale {
            0 => Coordinate::Zero,
            _ => Coordinate::Basis { value: scale, path: outermost_first },
        }
    };
    Ok(Value::Tuple(IntTuple::Int(Leaf::Coordinate(coordinate))))
}

/// `numerator/denominator@leaf@...@mode`: the basis of the count that the fraction is, if it is a whole number.
///
/// # Errors
/// The count is no whole number, or the modes are none.
pub fn fractional_basis(numerator: i64, denominator: i64, path: &[i64]) -> Result<Value, Refusal> {
    let refused = |message| Refusal::Problem { argument: 0, code: Code::FractionalBasis, message };
    match (numerator.checked_div(denominator), numerator.checked_rem(denominator)) {
        (Some(count), Some(0)) => basis(&Value::int(count), path),
        (Some(_), _) => Err(refused(format!(
            "{numerator}/{denominator} is a fractional basis: no integer layout has it; scale the layout by \
             {denominator} first"
        ))),
        (None, _) => Err(refused(format!(
            "{numerator}/{denominator} is no number, so no layout has this basis: write its count as a whole number"
        ))),
    }
}

/// A number times a coordinate stride, `4*2@1`: `None` when the two are something else.
pub fn scaled_basis(number: &Value, stride: &Value) -> Option<Result<Value, Refusal>> {
    let (number, Value::Tuple(IntTuple::Int(Leaf::Coordinate(coordinate)))) = (number.as_int()?, stride)
    else {
        return None;
    };
    let overflow = || Refusal::Algebra(Error::overflow("the scale of a coordinate stride"));
    let scaled = coordinate.times(number).ok_or_else(overflow);
    Some(scaled.map(|scaled| Value::Tuple(IntTuple::Int(Leaf::Coordinate(scaled)))))
}

/// `layout o offset o Sw<B,M,S>`, and `Sw<B,M,S> o offset o` another composed layout: as they are printed.
fn chain(outer: &Value, offset: &Value, inner: &Value) -> Result<Option<Value>, Refusal> {
    let outer = match (outer, inner) {
        (Value::Swizzle(swizzle), Value::Composed(_) | Value::Chain(_)) => Function::Swizzle(*swizzle),
        (Value::Layout(layout), Value::Swizzle(_)) => Function::Layout(layout.as_ref().clone()),
        _ => return Ok(None),
    };
    let inner = match inner {
        Value::Composed(composed) => FunctionChain::from(composed.as_ref().clone()).functions().to_vec(),
        Value::Chain(chain) => chain.functions().to_vec(),
        Value::Swizzle(swizzle) => vec![Function::Swizzle(*swizzle)],
        _ => return Ok(None),
    };
    let Some(offset) = offset.as_int() else { return Ok(None) };
    let functions = [vec![outer, Function::Offset(offset)], inner].concat();
    Ok(Some(Value::Chain(FunctionChain::new(functions)?)))
}

/// `Sw<B,M,S> o offset o layout`; a tuple stands for its compact layout.
///
/// # Errors
/// The parts are not what their places want.
pub fn composed(swizzle: &Value, offset: &Value, layout: &Value) -> Result<Value, Refusal> {
    for value in [swizzle, offset, layout] {
        if let Value::Unknown(unknown) = value {
            return Err(Refusal::Unknown(unknown.reason.clone()));
        }
    }
    if matches!(offset, Value::Tuple(IntTuple::Int(Leaf::Any))) {
        return Err(Refusal::Unknown(format!(
            "{swizzle} acts on the bits of an address that the text does not say, so the offsets are open; before it the \
             layout is {layout}"
        )));
    }
    if let (Value::Swizzle(_), Value::Tuple(IntTuple::Int(Leaf::Size(size @ Size::Symbolic(_))))) =
        (swizzle, offset)
    {
        return Err(needs_numbers("the offset of a composed layout", &IntTuple::Int(size.clone())));
    }
    if let Value::Tuple(shape) = layout
        && let Some(shape) = sizes(shape)
    {
        return composed(swizzle, offset, &compact(&shape)?);
    }
    if let Some(chain) = chain(swizzle, offset, layout)? {
        return Ok(chain);
    }
    match (swizzle, offset.as_int(), layout) {
        (Value::Swizzle(swizzle), Some(offset), Value::Layout(layout)) => {
            Ok(Value::from(ComposedLayout::new(*swizzle, offset, layout.as_ref().clone())))
        }
        (Value::Swizzle(swizzle), Some(offset), Value::SymbolicLayout(layout)) => {
            Ok(SwizzledLayout::composed(*swizzle, offset, layout.clone()).into())
        }
        (Value::Swizzle(_), _, Value::Layout(_) | Value::CoordinateLayout(_)) => Err(Refusal::Unknown(
            "a composed layout with a coordinate as its offset is not computed yet".into(),
        )),
        _ => Err(Refusal::Kind {
            argument: 0,
            message: format!(
                "a composed layout is `Sw<B,M,S> o offset o layout`, not {} o {} o {}",
                swizzle.kind(),
                offset.kind(),
                layout.kind()
            ),
        }),
    }
}

/// The coordinate of `A(3)`, `A(1,(2,3))`: one value as it is, several as a tuple.
///
/// # Errors
/// Those of [`tuple()`].
pub fn coordinate(mut values: Vec<Value>) -> Result<Value, Refusal> {
    if values.len() == 1 { Ok(values.remove(0)) } else { tuple(values) }
}

/// The tuple that a shape or stride must be.
fn tuple_of<'v>(value: &'v Value, what: &str) -> Result<&'v IntTuple<Leaf>, Refusal> {
    match value {
        Value::Tuple(tuple) => Ok(tuple),
        Value::Unknown(unknown) => Err(Refusal::Unknown(unknown.reason.clone())),
        other => Err(Refusal::Kind {
            argument: 0,
            message: format!("the {what} of a layout is an integer or a tuple, not {}", other.kind()),
        }),
    }
}

/// The numbers of a tuple, or which names lack one.
///
/// # Errors
/// It says which names to bind.
pub fn known(tuple: &IntTuple<Size>, what: &str) -> Result<IntTuple<i64>, Refusal> {
    tuple.try_map(&mut |size| size.known().ok_or(())).map_err(|()| needs_numbers(what, tuple))
}

/// All integers of a layout.
pub fn integers(layout: &SymbolicLayout) -> IntTuple<Size> {
    let (shape, stride) = (layout.shape(), layout.stride());
    let sizes = shape.leaves().into_iter().cloned();
    sizes.chain(stride.leaves().into_iter().map(|stride| stride.value.clone())).map(Size::from).collect()
}

/// The refusal that names what is not bound.
pub fn needs_numbers(what: &str, tuple: &IntTuple<Size>) -> Refusal {
    let mut names: Vec<String> = tuple.leaves().into_iter().flat_map(Size::names).collect();
    names.sort_unstable();
    names.dedup();
    // What is shown as `?` cannot be bound.
    names.retain(|name| !name.starts_with('?'));
    if names.is_empty() {
        return Refusal::Unknown(format!(
            "{what} of numbers that are known at run time only is not computed"
        ));
    }
    let bindings: Vec<String> = names.iter().map(|name| format!("{name} = ...")).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Refusal::Unknown(format!(
        "{what} needs a number for {}: bind it with `cute: with {}`",
        quoted.join(", "),
        bindings.join(", ")
    ))
}

fn first_unknown(values: &[Value]) -> Option<Unknown> {
    values.iter().find_map(|value| match value {
        Value::Unknown(unknown) => Some(unknown.clone()),
        _ => None,
    })
}
