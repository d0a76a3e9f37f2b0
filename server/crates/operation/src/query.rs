//! Questions about layouts and shapes: sizes, ranks, offsets, congruence.

use layout_algebra::{
    ComposedLayout, Coordinate, Error, IntTuple, Layout, Stride,
    explain::{self, Step, StepKind},
    symbolic::{self as run_time, SymbolicLayout},
};

use super::{
    Arguments, Refusal,
    arguments::OperandLayout,
    columns::{Columns, OnSmem, Parameter, layout, tuple},
    symbolic::{self, Operands, integer},
};
use crate::{Evaluated, Hardware, Value, size::Size, value::Leaf};

/// The most offsets that `eval_all` lists.
const MOST_OFFSETS: i64 = 1 << 16;

/// `size(A)`, and CuTe's `size<1>(A)`, `size<1,0>(A)`: of a mode, of a mode inside it.
const OF_A_MODE: &[Parameter] = &[layout("A"), tuple("mode"), tuple("mode"), tuple("mode")];

/// Of operations that take a mode by its path.
const A_MODE_EXISTS: &[&str] =
    &["the path of indices names a mode of A; without one, the whole of A is meant"];

pub(super) static SIZE: Columns = Columns::new(OF_A_MODE, size)
    .required(1)
    .on_smem(OnSmem::Extent)
    .on_names(|operands| Ok(Some(integer(mode_of(operands)?.size()?))))
    .says("the number of coordinates", A_MODE_EXISTS, &["R is the product of the shape"]);

pub(super) static COSIZE: Columns = Columns::new(OF_A_MODE, cosize)
    .required(1)
    .on_smem(OnSmem::Extent)
    .on_names(|operands| Ok(Some(integer(run_time::cosize(&mode_of(operands)?)?))))
    .steps(|arguments| match arguments.len() {
        1 => Some(explain::cosize(&arguments.layout(0).ok()?)),
        _ => None,
    })
    .says(
        "the largest offset and one: how many elements a buffer needs",
        A_MODE_EXISTS,
        &["R = A(size(A) - 1) + 1 where no stride is negative"],
    );

pub(super) static RANK: Columns = Columns::new(OF_A_MODE, rank)
    .required(1)
    .on_smem(OnSmem::Extent)
    .on_names(|operands| Ok(Some(number(mode_of(operands)?.rank()))))
    .says("the number of modes", A_MODE_EXISTS, &["an integer has rank 1"]);

pub(super) static DEPTH: Columns = Columns::new(OF_A_MODE, depth)
    .required(1)
    .on_smem(OnSmem::Extent)
    .on_names(|operands| Ok(Some(number(mode_of(operands)?.depth()))))
    .says("how deep modes nest", A_MODE_EXISTS, &["an integer has depth 0, a flat tuple 1"]);

pub(super) static SHAPE: Columns = Columns::new(OF_A_MODE, shape)
    .required(1)
    .on_smem(OnSmem::Extent)
    .on_names(|operands| Ok(Some(symbolic::tuple(mode_of(operands)?.shape()))))
    .says("the sizes of the modes", A_MODE_EXISTS, &["R is congruent with the stride"]);

pub(super) static STRIDE: Columns = Columns::new(OF_A_MODE, stride)
    .required(1)
    .on_names(|operands| run_time_stride(operands).map(Some))
    .says("the strides of the modes", A_MODE_EXISTS, &["R is congruent with the shape"]);

pub(super) static EVAL_ALL: Columns = Columns::new(&[layout("A")], eval_all).on_smem(OnSmem::Offsets).says(
    "the offsets of all coordinates, in order",
    &["every size is a known number"],
    &["R has size(A) numbers"],
);

pub(super) static COMPOSED_EVAL_ALL: Columns = Columns::new(&[layout("A")], eval_all).says_as(&EVAL_ALL);

pub(super) static COMPOSED_COSIZE: Columns = Columns::new(&[layout("A")], cosize).says_as(&COSIZE);

pub(super) static CONGRUENT: Columns = Columns::new(&[tuple("A"), tuple("B")], congruent)
    .on_names(|operands| Ok(Some(Value::Bool(operands.shape(0)?.congruent(&operands.shape(1)?)).into())))
    .says(
        "whether two tuples nest alike",
        &["A and B are tuples or layouts"],
        &["true where both have the same profile; sizes do not count"],
    );

pub(super) static WEAKLY_CONGRUENT: Columns = Columns::new(&[tuple("A"), tuple("B")], weakly_congruent).says(
    "whether the profile of A can be refined to that of B",
    &["A and B are tuples or layouts"],
    &["true where an integer of A stands for any mode of B"],
);

pub(super) static COMPATIBLE: Columns = Columns::new(&[tuple("A"), tuple("B")], compatible).says("whether each coordinate of A is one of B",
                &["A and B are tuples or layouts"],
                &[
                    "true where the sizes are equal and each mode of A is an integer of the same size as B's, or compatible with it",
                ]);

pub(super) static EVENLY_DIVIDES: Columns = Columns::new(&[tuple("A"), tuple("B")], evenly_divides).says(
    "whether B divides A, mode by mode",
    &["A and B are tuples"],
    &["true where each size of B divides that of A"],
);

/// The layout with integers of run time, or the mode of it that is asked for.
fn mode_of(operands: &Operands<'_, '_>) -> Result<SymbolicLayout, Refusal> {
    (1..operands.len())
        .try_fold(operands.layout(0)?, |layout, argument| Ok(layout.mode(operands.mode_index(argument)?)?))
}

fn run_time_stride(operands: &Operands<'_, '_>) -> Result<Evaluated, Refusal> {
    let layout = mode_of(operands)?;
    if !layout.stride().leaves().iter().any(|stride| stride.is_basis()) {
        return Ok(symbolic::tuple(layout.stride().map(|stride| stride.value.clone())));
    }
    let stride = layout.stride().try_map(&mut |stride| match (stride.is_basis(), stride.value.known()) {
        _ if stride.is_fraction() => {
            Err(Refusal::Unknown(format!("the stride of {layout} is not computed yet")))
        }
        (true, Some(value)) => Ok(Leaf::Coordinate(Coordinate::Basis { value, path: stride.path.clone() })),
        (false, Some(value)) => Ok(Leaf::Size(Size::Known(value))),
        _ => Err(Refusal::Unknown(format!("the stride of {layout} is not computed yet"))),
    });
    Ok(Value::Tuple(stride?).into())
}

/// The layout, or the inner layout of a composed one, which has the same coordinates; the threads of a tiled MMA; the mode
/// of it that is asked for.
fn coordinates(arguments: &Arguments<'_>) -> Result<OperandLayout, Refusal> {
    let whole = match arguments.value(0)? {
        Value::Composed(composed) => OperandLayout::Integer(composed.layout().clone()),
        Value::Chain(chain) => match chain.domain() {
            Some(domain) => OperandLayout::Integer(domain.clone()),
            None => return Err(Refusal::Unknown(format!("{chain} takes any integer and has no shape"))),
        },
        Value::Hardware(thing) => match thing.as_ref() {
            Hardware::TiledMma(mma) => OperandLayout::Integer(mma.thr_layout_vmnk().clone()),
            _ => arguments.any_layout(0)?,
        },
        _ => arguments.any_layout(0)?,
    };
    (1..arguments.len()).try_fold(whole, |layout, argument| mode(layout, arguments.mode_index(argument)?))
}

fn mode(layout: OperandLayout, index: usize) -> Result<OperandLayout, Refusal> {
    Ok(match layout {
        OperandLayout::Integer(layout) => OperandLayout::Integer(layout.mode(index)?),
        OperandLayout::Coordinate(layout) => OperandLayout::Coordinate(layout.mode(index)?),
        OperandLayout::Xor(layout) => OperandLayout::Xor(layout.mode(index)?),
        // Integers of run time have a column of their own.
        layout @ OperandLayout::Symbolic { .. } => layout,
    })
}

/// Asks the layout that is meant, of whatever stride kind.
macro_rules! of_coordinates {
    ($arguments:expr, $layout:ident => $answer:expr) => {
        match coordinates($arguments)? {
            OperandLayout::Integer($layout) => $answer,
            OperandLayout::Coordinate($layout) => $answer,
            OperandLayout::Xor($layout) => $answer,
            OperandLayout::Symbolic { .. } => return Err($arguments.needs_numbers(0)),
        }
    };
}

/// A count of modes or levels that are in memory, so that it is never above the largest integer.
fn number(value: usize) -> Evaluated {
    Value::int(i64::try_from(value).unwrap_or(i64::MAX)).into()
}

fn size(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(of_coordinates!(arguments, layout => layout.size())).into())
}

fn cosize(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Composed(composed) if arguments.len() == 1 => Ok(Value::int(composed.cosize()?).into()),
        Value::Composed(_) => {
            coordinates(arguments)?;
            Err(Refusal::Unknown("the cosize of a mode of a swizzled layout is not computed".into()))
        }
        _ => Ok(Value::int(of_coordinates!(arguments, layout => layout.cosize()?)).into()),
    }
}

fn rank(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(number(of_coordinates!(arguments, layout => layout.rank())))
}

fn depth(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(number(of_coordinates!(arguments, layout => layout.depth())))
}

fn shape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&of_coordinates!(arguments, layout => layout.shape())).into())
}

fn stride(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(match coordinates(arguments)? {
        OperandLayout::Integer(layout) => Value::ints(&layout.stride()),
        OperandLayout::Coordinate(layout) => {
            Value::Tuple(layout.stride().map(|coordinate| Leaf::Coordinate(coordinate.clone())))
        }
        OperandLayout::Xor(layout) => Value::Tuple(layout.stride().map(|xor| Leaf::Xor(xor.bits()))),
        OperandLayout::Symbolic { .. } => return Err(arguments.needs_numbers(0)),
    }
    .into())
}

fn eval_all(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    fn texts<D: Stride>(layout: &Layout<D>) -> Result<Vec<String>, layout_algebra::Error> {
        Ok(layout.eval_all(MOST_OFFSETS)?.iter().map(ToString::to_string).collect())
    }
    fn composed_texts(layout: &ComposedLayout) -> Result<Vec<String>, layout_algebra::Error> {
        Ok(layout.eval_all(MOST_OFFSETS)?.iter().map(ToString::to_string).collect())
    }
    let offsets = match arguments.value(0)? {
        Value::Composed(composed) => composed_texts(composed)?,
        Value::Chain(chain) => chain.eval_all(MOST_OFFSETS)?.iter().map(ToString::to_string).collect(),
        Value::CoordinateLayout(layout) => texts(layout)?,
        Value::XorLayout(layout) => texts(layout)?,
        _ => texts(&arguments.layout(0)?)?,
    };
    Ok(Value::Offsets(offsets).into())
}

/// A shape, given as a tuple or as the layout that has it.
fn shape_of(arguments: &Arguments<'_>, index: usize) -> Result<IntTuple<i64>, Refusal> {
    match arguments.value(index)? {
        Value::Layout(layout) => Ok(layout.shape()),
        Value::CoordinateLayout(layout) => Ok(layout.shape()),
        Value::XorLayout(layout) => Ok(layout.shape()),
        Value::Composed(composed) => Ok(composed.layout().shape()),
        _ => arguments.tuple(index),
    }
}

fn relation(
    arguments: &Arguments<'_>,
    explained: impl FnOnce(&IntTuple<i64>, &IntTuple<i64>) -> Result<Vec<Step>, Error>,
    holds: impl FnOnce(&IntTuple<i64>, &IntTuple<i64>) -> Result<bool, Error>,
) -> Result<Evaluated, Refusal> {
    let (a, b) = (shape_of(arguments, 0)?, shape_of(arguments, 1)?);
    let (holds, told) = (holds(&a, &b)?, explained(&a, &b)?);
    let mut steps = vec![format!("the shapes are {a} and {b}")];
    for step in told {
        match (step.kind, steps.first_mut()) {
            // What fails stands beside the shapes: a claim that does not hold shows the first step only.
            (StepKind::Condition { holds: false }, Some(first)) => {
                first.push_str(": ");
                first.push_str(&step.text);
            }
            (StepKind::Condition { holds: true }, _) => steps.push(step.text),
            _ => {}
        }
    }
    Ok(Evaluated { steps, ..Value::Bool(holds).into() })
}

fn congruent(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    relation(arguments, explain::congruent, |a, b| Ok(a.congruent(b)))
}

fn weakly_congruent(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    relation(arguments, explain::weakly_congruent, |a, b| Ok(layout_algebra::weakly_congruent(a, b)))
}

fn compatible(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    relation(arguments, explain::compatible, layout_algebra::compatible)
}

fn evenly_divides(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    relation(arguments, explain::evenly_divides, layout_algebra::evenly_divides)
}
