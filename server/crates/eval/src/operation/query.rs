//! Questions about layouts and shapes: sizes, ranks, offsets, congruence.

use layout_algebra::{
    ComposedLayout, Error, IntTuple, Layout, Stride,
    explain::{self, Step, StepKind},
};

use super::{Arguments, Operation, Parameter, Refusal, arguments::OperandLayout, layout, tuple};
use crate::{Code, Evaluated, Hardware, Size, SizeOperator, Value, value::Leaf};

/// The most offsets that `eval_all` lists.
const MOST_OFFSETS: i64 = 1 << 16;

/// `size(A)`, and CuTe's `size<1>(A)`, `size<1,0>(A)`: of a mode, of a mode inside it.
const OF_A_MODE: &[Parameter] = &[layout("A"), tuple("mode"), tuple("mode"), tuple("mode")];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "size", parameters: OF_A_MODE, required: 1, compute: size },
    Operation { name: "cosize", parameters: OF_A_MODE, required: 1, compute: cosize },
    Operation { name: "rank", parameters: OF_A_MODE, required: 1, compute: rank },
    Operation { name: "depth", parameters: OF_A_MODE, required: 1, compute: depth },
    Operation { name: "shape", parameters: OF_A_MODE, required: 1, compute: shape },
    Operation { name: "stride", parameters: OF_A_MODE, required: 1, compute: stride },
    Operation { name: "eval_all", parameters: &[layout("A")], required: 1, compute: eval_all },
    Operation { name: "composed_eval_all", parameters: &[layout("A")], required: 1, compute: eval_all },
    Operation { name: "composed_cosize", parameters: &[layout("A")], required: 1, compute: cosize },
    Operation { name: "congruent", parameters: &[tuple("A"), tuple("B")], required: 2, compute: congruent },
    Operation {
        name: "weakly_congruent",
        parameters: &[tuple("A"), tuple("B")],
        required: 2,
        compute: weakly_congruent,
    },
    Operation { name: "compatible", parameters: &[tuple("A"), tuple("B")], required: 2, compute: compatible },
    Operation {
        name: "evenly_divides",
        parameters: &[tuple("A"), tuple("B")],
        required: 2,
        compute: evenly_divides,
    },
];

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
    match layout {
        OperandLayout::Integer(layout) => Ok(OperandLayout::Integer(layout.mode(index)?)),
        OperandLayout::Coordinate(layout) => Ok(OperandLayout::Coordinate(layout.mode(index)?)),
        OperandLayout::Xor(layout) => Ok(OperandLayout::Xor(layout.mode(index)?)),
        OperandLayout::Symbolic { shape, stride } => match (shape.mode(index), stride.mode(index)) {
            (Some(shape), Some(stride)) => {
                Ok(OperandLayout::Symbolic { shape: shape.clone(), stride: stride.clone() })
            }
            _ => Err(Refusal::Problem {
                argument: 1,
                code: Code::RankMismatch,
                message: format!(
                    "there is no mode {index} in the {} modes of {shape}:{stride}",
                    shape.rank()
                ),
            }),
        },
    }
}

fn number(value: usize) -> Evaluated {
    Value::int(i64::try_from(value).unwrap_or(i64::MAX)).into()
}

fn size(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match coordinates(arguments)? {
        OperandLayout::Integer(layout) => Ok(Value::int(layout.size()).into()),
        OperandLayout::Coordinate(layout) => Ok(Value::int(layout.size()).into()),
        OperandLayout::Xor(layout) => Ok(Value::int(layout.size()).into()),
        OperandLayout::Symbolic { shape, .. } => {
            let overflow = |_| Refusal::Algebra(layout_algebra::Error::Overflow { operation: "size" });
            let size = shape
                .leaves()
                .into_iter()
                .try_fold(Size::Known(1), |size, next| Size::combine(SizeOperator::Multiply, &size, next))
                .map_err(overflow)?;
            Ok(Value::Tuple(IntTuple::Int(Leaf::Size(size))).into())
        }
    }
}

fn cosize(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match (arguments.value(0)?, coordinates(arguments)?) {
        (Value::Composed(composed), _) if arguments.len() == 1 => Ok(Value::int(composed.cosize()?).into()),
        (Value::Composed(_), _) => {
            Err(Refusal::Unknown("the cosize of a mode of a swizzled layout is not computed".into()))
        }
        (_, OperandLayout::Integer(layout)) => Ok(Value::int(layout.cosize()?).into()),
        (_, OperandLayout::Coordinate(layout)) => Ok(Value::int(layout.cosize()?).into()),
        (_, OperandLayout::Xor(layout)) => Ok(Value::int(layout.cosize()?).into()),
        _ => Ok(Value::int(arguments.layout(0)?.cosize()?).into()),
    }
}

fn rank(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(match coordinates(arguments)? {
        OperandLayout::Integer(layout) => number(layout.rank()),
        OperandLayout::Coordinate(layout) => number(layout.rank()),
        OperandLayout::Xor(layout) => number(layout.rank()),
        OperandLayout::Symbolic { shape, .. } => number(shape.rank()),
    })
}

fn depth(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(match coordinates(arguments)? {
        OperandLayout::Integer(layout) => number(layout.depth()),
        OperandLayout::Coordinate(layout) => number(layout.depth()),
        OperandLayout::Xor(layout) => number(layout.depth()),
        OperandLayout::Symbolic { shape, .. } => number(shape.depth()),
    })
}

fn shape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(match coordinates(arguments)? {
        OperandLayout::Integer(layout) => Value::ints(&layout.shape()),
        OperandLayout::Coordinate(layout) => Value::ints(&layout.shape()),
        OperandLayout::Xor(layout) => Value::ints(&layout.shape()),
        OperandLayout::Symbolic { shape, .. } => Value::Tuple(shape.map(|size| Leaf::Size(size.clone()))),
    }
    .into())
}

fn stride(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(match coordinates(arguments)? {
        OperandLayout::Integer(layout) => Value::ints(&layout.stride()),
        OperandLayout::Coordinate(layout) => {
            Value::Tuple(layout.stride().map(|coordinate| Leaf::Coordinate(coordinate.clone())))
        }
        OperandLayout::Xor(layout) => Value::Tuple(layout.stride().map(|xor| Leaf::Xor(xor.bits()))),
        OperandLayout::Symbolic { stride, .. } => Value::Tuple(stride.map(|size| Leaf::Size(size.clone()))),
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
