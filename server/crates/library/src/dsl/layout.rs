//! How layouts are made, taken apart and computed with: `cute.make_layout`, `cute.composition`, `layout.shape`.

use layout_algebra::{
    ComposedLayout, IntTuple, Swizzle,
    proof::Verdict,
    symbolic::{Integer, SymbolicLayout},
};
use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, LibraryFunction, Outcome, PlainFunction, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{
    Code, Evaluated, Operation, Refusal, Value, literal, symbolic,
    value::{self, Leaf},
};

use crate::dsl::{
    operand::{argument, like, of_keywords, on_domain, operand, operand_at, operate, optional, receiver},
    shape_and_stride::{bases_of, shape_of, stride_of},
    tensor,
    tile::with_rests,
};
use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, member, apply, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.make_layout", make_layout),
    ("cutlass.cute.make_ordered_layout", |call| {
        of_keywords(call, Operation::MakeOrderedLayout, &["shape", "order"])
    }),
    ("cutlass.cute.make_identity_layout", |call| {
        of_keywords(call, Operation::MakeIdentityLayout, &["shape"])
    }),
    ("cutlass.cute.make_layout_like", |call| of_keywords(call, Operation::MakeLayoutLike, &["input"])),
    ("cutlass.cute.make_swizzle", make_swizzle),
    ("cutlass.cute.make_composed_layout", make_composed_layout),
    ("cutlass.cute.make_layout_tv", make_layout_tv),
    ("cutlass.cute.coalesce", |call| simplified(call, Operation::Coalesce, "target_profile")),
    ("cutlass.cute.filter_zeros", |call| simplified(call, Operation::FilterZeros, "target_profile")),
    ("cutlass.cute.filter", |call| simplified(call, Operation::Filter, "")),
    ("cutlass.cute.composition", |call| with_tiler(call, Operation::Composition, "rhs")),
    ("cutlass.cute.complement", |call| of_keywords(call, Operation::Complement, &["input", "cotarget"])),
    ("cutlass.cute.right_inverse", |call| of_keywords(call, Operation::RightInverse, &["input"])),
    ("cutlass.cute.left_inverse", |call| of_keywords(call, Operation::LeftInverse, &["input"])),
    ("cutlass.cute.nullspace", nullspace),
    ("cutlass.cute.get_swizzle_portion", |call| of_keywords(call, Operation::GetSwizzlePortion, &["input"])),
    ("cutlass.cute.get_nonswizzle_portion", |call| {
        of_keywords(call, Operation::GetNonswizzlePortion, &["input"])
    }),
    ("cutlass.cute.max_common_layout", |call| of_keywords(call, Operation::MaxCommonLayout, &["a", "b"])),
    ("cutlass.cute.max_common_vector", |call| of_keywords(call, Operation::MaxCommonVector, &["a", "b"])),
    ("cutlass.cute.logical_divide", |call| with_tiler(call, Operation::LogicalDivide, "tiler")),
    ("cutlass.cute.zipped_divide", |call| with_tiler(call, Operation::ZippedDivide, "tiler")),
    ("cutlass.cute.tiled_divide", |call| with_tiler(call, Operation::TiledDivide, "tiler")),
    ("cutlass.cute.flat_divide", |call| with_tiler(call, Operation::FlatDivide, "tiler")),
    ("cutlass.cute.logical_product", logical_product),
    ("cutlass.cute.zipped_product", |call| of_layouts(call, Operation::ZippedProduct)),
    ("cutlass.cute.tiled_product", |call| of_layouts(call, Operation::TiledProduct)),
    ("cutlass.cute.flat_product", |call| of_layouts(call, Operation::FlatProduct)),
    ("cutlass.cute.blocked_product", |call| of_layouts(call, Operation::BlockedProduct)),
    ("cutlass.cute.raked_product", raked_product),
    ("cutlass.cute.tile_to_shape", tile_to_shape),
    ("cutlass.cute.recast_layout", recast_layout),
];

/// `make_layout(shape, stride=..)`.
fn make_layout(call: &Call<'_>) -> Outcome {
    let shape = operand_at(call, "shape", 0)?;
    match optional(call, "stride", 1) {
        Some(stride) if let Some(bases) = bases_of(stride) => {
            let compact = operate(Operation::MakeLayout, &[shape])?.value;
            let Some(compact) = symbolic::layout_of(&compact) else {
                return unknown("the shape is not known");
            };
            match SymbolicLayout::new(&compact.shape(), &bases) {
                Ok(layout) => Ok(Computed::plain(Value::from(layout))),
                Err(error) => unknown(error.to_string()),
            }
        }
        Some(stride) => operate(Operation::MakeLayout, &[shape, operand(stride)?]).map(Computed::of),
        // A layout is given for its shape nowhere.
        None if shape.is_layout() => unknown("a layout of a layout is not computed"),
        None => operate(Operation::MakeLayout, &[shape]).map(Computed::of),
    }
}

fn make_swizzle(call: &Call<'_>) -> Outcome {
    let number = |keyword, index| match argument(call, keyword, index)?.known_int() {
        Some(number) => Ok(number),
        None => unknown("a number of the swizzle is not known"),
    };
    // The DSL makes an identity of what CuTe C++ refuses.
    match Swizzle::new(number("b", 0)?, number("m", 1)?, number("s", 2)?) {
        Ok(swizzle) => Ok(Computed::plain(Value::from(swizzle))),
        Err(error) => unknown(error.to_string()),
    }
}

/// `make_composed_layout(inner, offset, outer)`: the layout `outer` is applied first, then the swizzle `inner`.
fn make_composed_layout(call: &Call<'_>) -> Outcome {
    let (inner, offset) = (operand_at(call, "inner", 0)?, operand_at(call, "offset", 1)?);
    let outer = operand_at(call, "outer", 2)?;
    if let (Value::Swizzle(swizzle), Some(offset), Value::Layout(outer)) = (&inner, offset.as_int(), &outer) {
        return Ok(Computed::plain(Value::from(ComposedLayout::new(
            *swizzle,
            offset,
            outer.as_ref().clone(),
        ))));
    }
    literal::composed(&inner, &offset, &outer).map(Computed::plain)
}

/// `nullspace(layout)`.
fn nullspace(call: &Call<'_>) -> Outcome {
    let layout = operand_at(call, "input", 0)?;
    // Modes of a single coordinate are left out by CuTe C++.
    let has_single = symbolic::layout_of(&layout).is_some_and(|layout| {
        layout
            .tuple()
            .leaves()
            .iter()
            .any(|mode| mode.size.known() == Some(1) && mode.stride.value.known() == Some(0))
    });
    match has_single {
        true => unknown("the DSL counts modes `1:0`: take them out with `cute.coalesce` or `cute.filter`"),
        false => of_keywords(call, Operation::Nullspace, &["input"]),
    }
}

/// `make_layout_tv(threads, values)`: the tile, and where in it each thread holds each value.
fn make_layout_tv(call: &Call<'_>) -> Outcome {
    let (tiler, layout) =
        thread_values(&operand_at(call, "thr_layout", 0)?, &operand_at(call, "val_layout", 1)?)?;
    Ok(Computed::plain(HostValue::tuple(vec![tiler.into(), layout.into()])))
}

/// The tile of a thread and a value layout, and the layout of the threads' values in it.
pub(super) fn thread_values(threads: &Value, values: &Value) -> Result<(Value, Value), Refusal> {
    // What the DSL chooses among several coordinates of one offset is not known, but for modes of stride 0.
    let kept = operate(Operation::Filter, std::slice::from_ref(values))?.value;
    if let Ok(injective) = operate(Operation::Injective, &[kept])
        && injective.value == Value::Bool(false)
    {
        return unknown("several values of a thread are in one place: give them places of their own");
    }
    let product = operate(Operation::RakedProduct, &[threads.clone(), values.clone()])?.value;
    let size = |layout: &Value| operate(Operation::Size, std::slice::from_ref(layout)).map(|size| size.value);
    let by_thread = match (size(threads)?.as_int(), size(values)?.as_int()) {
        (Some(threads), Some(values)) => Value::ints(&[threads, values].into_iter().collect()),
        _ => return unknown("how many threads and values there are is known at run time only"),
    };
    let inverse = operate(Operation::RightInverse, std::slice::from_ref(&product))?.value;
    let layout = operate(Operation::WithShape, &[inverse, by_thread])?.value;
    let shape = operate(Operation::Shape, &[product])?.value;
    let Value::Tuple(IntTuple::Tuple(modes)) = &shape else { return unknown("this tile has no modes") };
    let sizes: Result<Vec<_>, Refusal> = modes
        .iter()
        .map(|mode| match size(&Value::Tuple(mode.clone()))? {
            Value::Tuple(size) => Ok(size),
            _ => unknown("the size of a mode is not known"),
        })
        .collect();
    Ok((Value::Tuple(IntTuple::Tuple(sizes?)), layout))
}

/// `coalesce`, `filter`, `filter_zeros`, of a layout or a tensor.
fn simplified(call: &Call<'_>, operation: Operation, profile: &str) -> Outcome {
    let source = argument(call, "input", 0)?;
    let profile = optional(call, profile, 1).map(operand).transpose()?;
    let simplified = on_domain(&operand(source)?, |layout| {
        let operands: Vec<Value> = [layout.clone()].into_iter().chain(profile).collect();
        operate(operation, &operands)
    })?;
    Ok(like(source, simplified))
}

/// A composition or divide, of a layout or a tensor.
fn with_tiler(call: &Call<'_>, operation: Operation, tiler: &str) -> Outcome {
    let source = match call.keyword_or("lhs", 0).or_else(|| call.keyword_or("target", 0)) {
        Some(source) => source,
        None => return unknown(format!("{operation} of nothing")),
    };
    let tiler = argument(call, tiler, 1)?;
    let (layout, tiler) = match operation {
        Operation::Composition => (operand(source)?, operand(&with_layouts(tiler, |size| size == 1)?)?),
        _ => (operand(source)?, operand(tiler)?),
    };
    if HostValue::from(tiler.clone()).as_integer().is_some()
        && matches!(operation, Operation::ZippedDivide | Operation::TiledDivide)
    {
        return unknown("the DSL divides by a tile, not by an integer");
    }
    let computed = on_domain(&layout, |layout| with_rests(operation, layout, &tiler))?;
    Ok(like(source, computed))
}

/// A tuple of tiles in which those of some sizes are layouts, as the DSL takes them: a tile of 1 is `1:0`, whatever mode it
/// is of.
fn with_layouts(tiler: &HostValue, is_meant: impl Fn(i64) -> bool + Copy) -> Result<HostValue, Refusal> {
    let Some(elements) = tiler.elements() else { return Ok(tiler.clone()) };
    let of_element = |element: &HostValue| match element.known_int() {
        Some(size) if is_meant(size) && element.as_integer().is_some_and(|size| size.is_static()) => {
            operate(Operation::MakeLayout, &[Value::int(size)]).map(|layout| HostValue::from(layout.value))
        }
        Some(_) => Ok(element.clone()),
        None => with_layouts(element, is_meant),
    };
    elements.iter().map(of_element).collect::<Result<_, _>>().map(HostValue::tuple)
}

/// `logical_product(block, tiler)`: by a tuple mode by mode.
fn logical_product(call: &Call<'_>) -> Outcome {
    let block = operand_at(call, "block", 0)?;
    let tiler = operand(&with_layouts(argument(call, "tiler", 1)?, |_| true)?)?;
    if matches!(tiler, Value::Tuple(IntTuple::Tuple(_))) {
        return unknown("sizes of modes that are known at run time only: make them layouts");
    }
    let product = on_domain(&block, |block| with_rests(Operation::LogicalProduct, block, &tiler))?;
    Ok(Computed::of(product))
}

/// The operands of a product that the DSL has of layouts alone.
fn two_layouts(call: &Call<'_>) -> Result<(Value, Value), Refusal> {
    let (block, tiler) = (operand_at(call, "block", 0)?, operand_at(call, "tiler", 1)?);
    match tiler {
        Value::Tuple(_) => unknown(format!("`{}` takes a layout: make one of the tile", call.name)),
        tiler => Ok((block, tiler)),
    }
}

fn of_layouts(call: &Call<'_>, operation: Operation) -> Outcome {
    let (block, tiler) = two_layouts(call)?;
    let product = on_domain(&block, |block| with_rests(operation, block, &tiler))?;
    Ok(Computed::of(product))
}

/// `raked_product(block, tiler)`: the DSL coalesces its modes, each by itself, which CuTe C++ does not.
fn raked_product(call: &Call<'_>) -> Outcome {
    let (block, tiler) = two_layouts(call)?;
    let product = on_domain(&block, |block| {
        let product = with_rests(Operation::RakedProduct, block, &tiler)?;
        let Some(rank) = operate(Operation::Rank, std::slice::from_ref(&product.value))?.value.as_int()
        else {
            return unknown("the rank is not known");
        };
        let profile: Vec<i64> = (0..rank).map(|_| 1).collect();
        let profile = Value::ints(&profile.into_iter().collect());
        let value = operate(Operation::Coalesce, &[product.value.clone(), profile])?.value;
        Ok(Evaluated { value, ..product })
    })?;
    Ok(Computed::of(product))
}

/// `tile_to_shape(atom, shape, order)`.
fn tile_to_shape(call: &Call<'_>) -> Outcome {
    let (atom, shape) = (operand_at(call, "atom", 0)?, operand_at(call, "trg_shape", 1)?);
    let order = optional(call, "order", 2).map(operand).transpose()?;
    tiled_to_shape(&atom, &shape, order).map(Computed::of)
}

/// The atom repeated until it fills the shape.
pub(super) fn tiled_to_shape(
    atom: &Value,
    shape: &Value,
    order: Option<Value>,
) -> Result<Evaluated, Refusal> {
    on_domain(atom, |atom| {
        let operands: Vec<Value> = [atom.clone(), shape.clone()].into_iter().chain(order.clone()).collect();
        match operate(Operation::TileToShape, &operands) {
            Err(refusal) => rounded_up_to_shape(atom, shape, order).unwrap_or(Err(refusal)),
            tiled => tiled,
        }
    })
}

/// What the DSL gives where CuTe C++ refuses: blocks that do not divide the shape are as many as reach its end.
fn rounded_up_to_shape(
    atom: &Value,
    shape: &Value,
    order: Option<Value>,
) -> Option<Result<Evaluated, Refusal>> {
    let size = |value: &Value| operate(Operation::Size, std::slice::from_ref(value)).ok()?.value.as_int();
    let block = operate(Operation::Shape, std::slice::from_ref(atom)).ok()?.value;
    let block = operate(Operation::ProductEach, &[block]).ok()?.value;
    let count = operate(Operation::CeilDiv, &[shape.clone(), block.clone()]).ok()?.value;
    let blocks = [count].into_iter().chain(order).collect::<Vec<_>>();
    let blocks = operate(Operation::MakeOrderedLayout, &blocks).ok()?.value;
    let tiled = operate(Operation::BlockedProduct, &[atom.clone(), blocks]).ok()?;
    let covers = size(&tiled.value)?;
    let of = match shape {
        Value::Tuple(shape) => {
            let sizes = value::numbers(shape).ok()?;
            sizes.leaves().into_iter().try_fold(1_i64, |all, size| all.checked_mul(*size))?
        }
        _ => return None,
    };
    let verdict = match covers > of && of > 0 {
        true => Verdict::NeedsPredicate { covers, of, residue: of },
        false => tiled.verdict.clone(),
    };
    Some(Ok(Evaluated { verdict, ..tiled }))
}

/// `recast_layout(new_bits, old_bits, layout)`.
fn recast_layout(call: &Call<'_>) -> Outcome {
    let (new, old) = (operand_at(call, "new_type_bits", 0)?, operand_at(call, "old_type_bits", 1)?);
    operate(Operation::Recast, &[operand_at(call, "src_layout", 2)?, old, new]).map(Computed::of)
}

/// Methods of a layout, which ask whoever runs the program.
const METHODS: &[(&str, AskingFunction)] = &[
    ("get_flat_coord", |runner, call| coordinate_of(runner, call, true)),
    ("get_hier_coord", |runner, call| coordinate_of(runner, call, false)),
];

/// Methods that layouts of CuTe C++ have and those of the DSL have not.
const ABSENT: &[(&str, PlainFunction)] = &[
    ("with_shape", |_| {
        absent("with_shape", "`cute.composition(layout, cute.make_layout(shape))` is what it does")
    }),
    ("compose", |_| absent("compose", "it is `cute.composition(layout, other)`")),
];

/// Python raises where such a method is called.
fn absent(name: &str, instead: &str) -> Outcome {
    let message = format!("the DSL's layouts have no `{name}`: {instead}");
    Err(Refusal::Problem { argument: usize::MAX, code: Code::UnknownName, message })
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Value(layout) if layout.is_layout() => find(METHODS, name).or_else(|| find(ABSENT, name)),
        _ => None,
    }
}

/// `layout.get_flat_coord(index)`, `layout.get_hier_coord(index)`: some coordinate, an integer for each mode, which is 0
/// where the mode has one element.
fn coordinate_of(runner: &mut dyn Runner, call: &Call<'_>, is_flat: bool) -> Outcome {
    let layout = operand(receiver(call)?)?;
    let Value::Tuple(shape) = operand(&shape_of(&layout)?)? else {
        return unknown("the shape of this layout is not known");
    };
    if call.argument(0).is_none_or(|index| index.as_integer().is_none_or(|index| index.is_static())) {
        return unknown("the coordinate of this index is not computed");
    }
    let coordinate = shape.try_map(&mut |leaf| -> Result<Leaf, Refusal> {
        Ok(Leaf::Size(match leaf {
            Leaf::Size(size) if size.integer().is_constant(1) => Integer::Static(0).into(),
            _ => runner.nameless(0).into(),
        }))
    })?;
    // One for each mode, however it is divided.
    let coordinate = match &coordinate {
        IntTuple::Tuple(modes) if is_flat => {
            let mode = |mode: &IntTuple<Leaf>| match mode {
                IntTuple::Tuple(_) => IntTuple::Int(Leaf::Size(runner.nameless(0).into())),
                number @ IntTuple::Int(_) => number.clone(),
            };
            IntTuple::Tuple(modes.iter().map(mode).collect())
        }
        _ => coordinate,
    };
    Ok(Computed::plain(Value::Tuple(coordinate)))
}

/// `layout.shape`, `layout.stride`, `layout.inner`, `swizzle.num_bits`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let HostValue::Value(layout) = receiver else { return None };
    if let Value::Composed(composed) = layout {
        match name {
            "inner" => return Some(Value::Swizzle(composed.swizzle()).into()),
            "outer" => return Some(Value::from(composed.layout().clone()).into()),
            "offset" => return Some(Value::int(*composed.offset()).into()),
            _ => {}
        }
    }
    if let Value::Swizzle(swizzle) = layout {
        let number = match name {
            "num_bits" => i64::from(swizzle.bits()),
            "num_base" => i64::from(swizzle.base()),
            "num_shift" => i64::from(swizzle.shift()),
            _ => return None,
        };
        return Some(HostValue::static_int(number));
    }
    if !layout.is_layout() {
        return None;
    }
    match name {
        "shape" => shape_of(layout).ok(),
        "stride" => stride_of(layout).ok(),
        _ => None,
    }
}

/// `layout(coordinate)`; `layout[mode]`; `shape[i]` is the interpreter's.
fn apply(callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    let HostValue::Value(layout) = callee else { return None };
    if !layout.is_layout() {
        return None;
    }
    Some(applied(layout, call))
}

fn applied(layout: &Value, call: &Call<'_>) -> Outcome {
    let coordinate = argument(call, "coord", 0)?;
    if call.arguments.len() > 1 {
        return unknown("a layout takes one coordinate");
    }
    if call.is_subscript() {
        let Some(mode) = coordinate.known_int() else { return unknown("which mode is meant is not known") };
        let Some(rank) = operate(Operation::Rank, std::slice::from_ref(layout))?.value.as_int() else {
            return unknown("the rank is not known");
        };
        let mode = if mode < 0 { mode + rank } else { mode };
        return on_domain(layout, |layout| operate(Operation::Mode, &[layout.clone(), Value::int(mode)]))
            .map(Computed::of);
    }
    let at = operand(coordinate)?;
    if let (Value::Composed(_), true) = (layout, tensor::is_open(&at)) {
        return unknown("a slice of a composed layout is not its call");
    }
    // A slice is a layout of its own: where it begins is nothing that the DSL tells.
    let evaluated = crate::dsl::operand::applied(layout, &at)?;
    Ok(Computed::of(Evaluated { offset: None, ..evaluated }))
}
