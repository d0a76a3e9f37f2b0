//! Layouts made from shapes and orders, and of other layouts.

use layout_algebra::{self as algebra, explain, proof, symbolic as run_time};

use super::{
    Arguments, Refusal,
    answered::{answered, steps},
    columns::{Columns, OnComposed, OnSmem, Parameter, ParameterKind, layout, tuple},
    composed, symbolic,
};
use crate::{Evaluated, Value};

pub(super) static MAKE_LAYOUT: Columns = Columns::new(
    &[
        tuple("shape"),
        tuple("stride"),
        layout("C"),
        layout("D"),
        layout("E"),
        layout("F"),
        layout("G"),
        layout("H"),
    ],
    make_layout,
)
.required(1)
.taking_major()
.on_names(|operands| match operands.given().values() {
    [Value::Tuple(_)] => Ok(Some(operands.layout(0)?.into())),
    _ => Ok(None),
})
.says(
    "a layout of a shape and a stride, of a shape alone, or of several layouts",
    &[
        "shape and stride are congruent",
        "the stride may be LayoutLeft or LayoutRight",
        "layouts have strides of one kind",
    ],
    &["of a shape alone: compact, leftmost mode fastest", "of layouts: they are its modes"],
);

pub(super) static MAKE_ORDERED_LAYOUT: Columns =
    Columns::new(&[tuple("shape"), tuple("order")], make_ordered_layout)
        .taking_major()
        .on_names(|operands| {
            Ok(Some(run_time::make_ordered_layout(&operands.shape(0)?, &operands.shape(1)?)?.into()))
        })
        .steps(|arguments| {
            Some(explain::make_ordered_layout(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?))
        })
        .says(
            "the compact layout whose strides grow in an order",
            &["order is nested like the shape; equal numbers go from left to right"],
            &["R is compact", "the mode with the least order has stride 1"],
        );

pub(super) static COMPACT_COL_MAJOR: Columns = Columns::new(&[tuple("shape")], compact_col_major)
    .on_names(|operands| Ok(Some(symbolic::tuple(run_time::compact_col_major(&operands.shape(0)?)?))))
    .steps(|arguments| Some(explain::compact_col_major(&arguments.tuple(0).ok()?)))
    .says(
        "the strides of a compact layout, leftmost mode fastest",
        &["shape is a tuple"],
        &["R is congruent with the shape"],
    );

pub(super) static COMPACT_ROW_MAJOR: Columns = Columns::new(&[tuple("shape")], compact_row_major)
    .on_names(|operands| Ok(Some(symbolic::tuple(run_time::compact_row_major(&operands.shape(0)?)?))))
    .steps(|arguments| Some(explain::compact_row_major(&arguments.tuple(0).ok()?)))
    .says(
        "the strides of a compact layout, rightmost mode fastest",
        &["shape is a tuple"],
        &["R is congruent with the shape"],
    );

pub(super) static MAKE_IDENTITY_LAYOUT: Columns = Columns::new(&[tuple("shape")], make_identity_layout)
    .on_names(|operands| Ok(Some(run_time::make_identity_layout(&operands.shape(0)?)?.into())))
    .steps(|arguments| Some(explain::make_identity_layout(&arguments.tuple(0).ok()?)))
    .says(
        "the layout whose offsets are coordinates",
        &["shape is a tuple"],
        &["R(c) = c: strides are 1@0, 1@1, .."],
    );

pub(super) static MAKE_LAYOUT_LIKE: Columns = Columns::new(&[layout("A")], make_layout_like)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| Ok(Some(run_time::make_layout_like(&operands.layout(0)?)?.into())))
    .steps(|arguments| Some(explain::make_layout_like(&arguments.layout(0).ok()?)))
    .says(
        "a compact layout in the order of another one's strides",
        &["A is a layout"],
        &["R has the shape of A", "R is compact; modes of stride 0 keep it"],
    );

pub(super) static MAKE_FRAGMENT_LIKE: Columns = Columns::new(&[layout("A")], make_fragment_like)
    .on_composed(OnComposed::Computed(unswizzled_fragment))
    .on_names(|operands| Ok(Some(run_time::make_fragment_like(&operands.layout(0)?)?.into())))
    .steps(|arguments| Some(explain::make_fragment_like(&arguments.layout(0).ok()?)))
    .says(
        "a compact layout for registers, the first mode kept together",
        &["A is a layout"],
        &["R has the shape of A", "its first mode is compact, the others in the order of A's strides"],
    );

pub(super) static MAKE_COMPOSED_LAYOUT: Columns = Columns::new(
    &[Parameter { name: "Sw", kind: ParameterKind::Swizzle }, tuple("offset"), layout("A")],
    make_composed_layout,
)
.on_names(|operands| {
    let given = operands.given();
    let composed = crate::literal::composed(given.value(0)?, given.value(1)?, given.value(2)?)?;
    Ok(Some(composed.into()))
})
.says(
    "a layout whose offsets are swizzled",
    &["offset is an integer"],
    &["R(c) = Sw(offset + A(c)) for every coordinate c of A"],
);

pub(super) static TILE_TO_SHAPE: Columns = Columns::new(BLOCK_AND_SHAPE, tile_to_shape)
    .required(2)
    .taking_major()
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        let order = (operands.len() == 3).then(|| operands.shape(2)).transpose()?;
        let (block, target) = (operands.layout(0)?, operands.shape(1)?);
        let tiled = run_time::proof::tile_to_shape(&block, &target, order.as_ref())?;
        symbolic::judged(operands, tiled).map(Some)
    })
    .verdict(|arguments| {
        let (block, target) = (arguments.layout(0).ok()?, arguments.tuple(1).ok()?);
        Some(explain::verdict::tile_to_shape(&block, &target, arguments.tuple(2).ok().as_ref()))
    })
    .says(
        "a block, repeated until it fills a shape",
        &[
            "the shape of the block divides the shape, mode by mode",
            "order says which mode is filled first, and may be LayoutLeft or LayoutRight",
        ],
        &["shape(R) = shape, as sizes of modes", "the first block of R is the block"],
    );

pub(super) static COMPOSED_TILE_TO_SHAPE: Columns =
    Columns::new(BLOCK_AND_SHAPE, tile_to_shape).required(2).taking_major().says_as(&TILE_TO_SHAPE);

const BLOCK_AND_SHAPE: &[Parameter] = &[layout("block"), tuple("shape"), tuple("order")];

/// `make_layout(shape)`, `make_layout(shape, stride)`, `make_layout(A, B, ..)`.
fn make_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let values = arguments.values();
    if let [Value::Swizzle(swizzle)] = values {
        // As in CuTe, of as many elements as the swizzle has bits.
        let bits = swizzle.base() + swizzle.bits() + swizzle.shift().unsigned_abs();
        let bits = algebra::Layout::new(algebra::IntTuple::Int(i64::from(bits)), algebra::IntTuple::Int(1))?;
        return Ok(Value::from(algebra::ComposedLayout::new(*swizzle, 0, bits).simplified()).into());
    }
    if values.iter().all(Value::is_layout) {
        return Ok(crate::literal::concatenation(values.to_vec())?.into());
    }
    match values {
        [_] => Ok(Value::from(arguments.layout(0)?).into()),
        [_, stride] => Ok(crate::literal::layout(arguments.value(0)?, stride)?.into()),
        _ => Err(arguments.kind(values.iter().position(|value| !value.is_layout()).unwrap_or(0), "a layout")),
    }
}

fn make_ordered_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let layout = algebra::make_ordered_layout(&arguments.tuple(0)?, &arguments.tuple(1)?)?;
    Ok(Value::from(layout).into())
}

fn compact_col_major(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::compact_col_major(&arguments.tuple(0)?)?).into())
}

fn compact_row_major(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&algebra::compact_row_major(&arguments.tuple(0)?)?).into())
}

fn make_identity_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_identity_layout(&arguments.tuple(0)?)?).into())
}

fn make_layout_like(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_layout_like(&arguments.layout(0)?)?).into())
}

fn make_fragment_like(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::make_fragment_like(&arguments.layout(0)?)?).into())
}

/// CuTe's `make_fragment_like` of a swizzled layout: registers are not swizzled.
fn unswizzled_fragment(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Composed(composed) => Ok(Value::from(algebra::make_fragment_like(composed.layout())?).into()),
        _ => Err(composed::none(arguments.operation())),
    }
}

/// `Sw<B,M,S> o offset o A`.
fn make_composed_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(crate::literal::composed(arguments.value(0)?, arguments.value(1)?, arguments.value(2)?)?.into())
}

fn tile_to_shape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let target = arguments.tuple(1)?;
    let order = if arguments.len() == 3 { Some(arguments.tuple(2)?) } else { None };
    if let Value::Composed(block) = arguments.value(0)? {
        let tiled = algebra::composed_tile_to_shape(block, &target, order.as_ref())?;
        let inner = proof::tile_to_shape(block.layout(), &target, order.as_ref())?;
        return Ok(Evaluated { verdict: inner.verdict, ..Value::from(tiled).into() });
    }
    let block = arguments.layout(0)?;
    let answer = proof::tile_to_shape(&block, &target, order.as_ref())?;
    Ok(answered(answer, steps(explain::tile_to_shape(&block, &target, order.as_ref()))))
}
