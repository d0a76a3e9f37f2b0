//! Modes picked, grouped, added and replaced.

use layout_algebra::{self as algebra, IntTuple, Layout, Stride, proof};

use super::{
    Arguments, Operation, Refusal, answered, arguments::OperandLayout, layout, simplify::for_each_stride,
    tuple,
};
use crate::{Code, Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "mode", parameters: &[layout("A"), tuple("index")], required: 2, compute: mode },
    Operation { name: "select", parameters: &[layout("A"), tuple("indices")], required: 2, compute: select },
    Operation {
        name: "group",
        parameters: &[layout("A"), tuple("begin"), tuple("end")],
        required: 3,
        compute: group,
    },
    Operation {
        name: "take",
        parameters: &[layout("A"), tuple("begin"), tuple("end")],
        required: 3,
        compute: take,
    },
    Operation { name: "append", parameters: &[layout("A"), layout("B")], required: 1, compute: append },
    Operation { name: "prepend", parameters: &[layout("A"), layout("B")], required: 1, compute: prepend },
    Operation {
        name: "prepend_to_rank",
        parameters: &[layout("A"), tuple("rank"), layout("filler")],
        required: 3,
        compute: prepend_to_rank,
    },
    Operation {
        name: "with_shape",
        parameters: &[layout("A"), tuple("shape")],
        required: 2,
        compute: with_shape,
    },
    Operation {
        name: "unflatten",
        parameters: &[layout("A"), tuple("profile")],
        required: 2,
        compute: unflatten,
    },
    Operation { name: "sort", parameters: &[layout("A")], required: 1, compute: sort },
    Operation {
        name: "append_to_rank",
        parameters: &[layout("A"), tuple("rank"), layout("filler")],
        required: 3,
        compute: append_to_rank,
    },
    Operation {
        name: "replace",
        parameters: &[layout("A"), tuple("index"), layout("B")],
        required: 3,
        compute: replace,
    },
    Operation {
        name: "thread_values",
        parameters: &[layout("A"), tuple("tile")],
        required: 2,
        compute: thread_values,
    },
];

/// Two layouts of the same stride kind.
macro_rules! for_each_pair {
    ($arguments:expr, $first:expr, $second:expr, $a:ident, $b:ident => $body:expr) => {
        match of_one_kind($arguments.any_layout($first)?, $arguments.any_layout($second)?) {
            (OperandLayout::Integer($a), OperandLayout::Integer($b)) => Value::from($body),
            (OperandLayout::Coordinate($a), OperandLayout::Coordinate($b)) => Value::from($body),
            (OperandLayout::Xor($a), OperandLayout::Xor($b)) => Value::from($body),
            (OperandLayout::Symbolic { shape, stride }, _)
            | (_, OperandLayout::Symbolic { shape, stride }) => {
                let both = algebra::IntTuple::Tuple(vec![shape, stride]);
                return Err(crate::literal::needs_numbers($arguments.operation(), &both));
            }
            _ => {
                return Err(Refusal::Problem {
                    argument: $second,
                    code: Code::MixedStrides,
                    message: "the two layouts have strides of different kinds".to_owned(),
                });
            }
        }
    };
}

/// Both layouts; where the second adds nothing (`1:0`), its zeros are those of the first one's stride kind.
fn of_one_kind(first: OperandLayout, second: OperandLayout) -> (OperandLayout, OperandLayout) {
    fn zeros<D: Stride>(layout: &Layout) -> Option<Layout<D>> {
        let adds_nothing = layout.stride().leaves().into_iter().all(|stride| *stride == 0);
        let zeros = layout.stride().map(|_| D::zero());
        adds_nothing.then(|| Layout::new(layout.shape(), zeros).ok()).flatten()
    }
    let second = match (&first, second) {
        (OperandLayout::Coordinate(_), OperandLayout::Integer(layout)) => {
            zeros(&layout).map_or(OperandLayout::Integer(layout), OperandLayout::Coordinate)
        }
        (OperandLayout::Xor(_), OperandLayout::Integer(layout)) => {
            zeros(&layout).map_or(OperandLayout::Integer(layout), OperandLayout::Xor)
        }
        (_, second) => second,
    };
    (first, second)
}

fn mode(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let index = arguments.mode_index(1)?;
    let value = for_each_stride!(arguments, 0, layout => layout.mode(index)?);
    Ok(value.into())
}

fn select(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let numbers = arguments.tuple(1)?;
    let indices: Result<Vec<usize>, _> =
        numbers.leaves().into_iter().map(|&index| usize::try_from(index)).collect();
    let indices = indices.map_err(|_| Refusal::Problem {
        argument: 1,
        code: Code::RankMismatch,
        message: "modes are counted from 0".to_owned(),
    })?;
    let value = for_each_stride!(arguments, 0, layout => algebra::select(&layout, &indices)?);
    Ok(value.into())
}

fn group(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (begin, end) = (arguments.mode_index(1)?, arguments.mode_index(2)?);
    let value = for_each_stride!(arguments, 0, layout => algebra::group(&layout, begin, end)?);
    Ok(value.into())
}

fn take(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (begin, end) = (arguments.mode_index(1)?, arguments.mode_index(2)?);
    let value = for_each_stride!(arguments, 0, layout => algebra::take(&layout, begin, end)?);
    Ok(value.into())
}

fn prepend_to_rank(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let rank = arguments.mode_index(1)?;
    let value = for_each_pair!(arguments, 0, 2, a, b => algebra::prepend_to_rank(&a, rank, &b)?);
    Ok(value.into())
}

/// CuTe's composition with the compact layout of the shape.
fn with_shape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let compact = Layout::compact(arguments.tuple(1)?)?;
    Ok(match arguments.any_layout(0)? {
        OperandLayout::Integer(layout) => answered(proof::composition(&layout, &compact)?, Vec::new()),
        OperandLayout::Coordinate(layout) => answered(proof::composition(&layout, &compact)?, Vec::new()),
        OperandLayout::Xor(layout) => answered(proof::composition(&layout, &compact)?, Vec::new()),
        OperandLayout::Symbolic { .. } => return Err(arguments.needs_numbers(0)),
    })
}

fn unflatten(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let profile = arguments.tuple(1)?;
    let value = for_each_stride!(arguments, 0, layout => algebra::unflatten(&layout, &profile)?);
    Ok(value.into())
}

fn sort(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::sort(&arguments.layout(0)?)).into())
}

/// CuTe's default filler, `1:0`.
fn filler<D: Stride>() -> Result<Layout<D>, algebra::Error> {
    Layout::new(IntTuple::Int(1), IntTuple::Int(D::zero()))
}

fn append(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        let value = for_each_stride!(arguments, 0, layout => algebra::append(&layout, &filler()?)?);
        return Ok(value.into());
    }
    let value = for_each_pair!(arguments, 0, 1, a, b => algebra::append(&a, &b)?);
    Ok(value.into())
}

fn prepend(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        let value = for_each_stride!(arguments, 0, layout => algebra::prepend(&layout, &filler()?)?);
        return Ok(value.into());
    }
    let value = for_each_pair!(arguments, 0, 1, a, b => algebra::prepend(&a, &b)?);
    Ok(value.into())
}

fn append_to_rank(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let rank = arguments.mode_index(1)?;
    let value = for_each_pair!(arguments, 0, 2, a, b => algebra::append_to_rank(&a, rank, &b)?);
    Ok(value.into())
}

fn replace(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let index = arguments.mode_index(1)?;
    let value = for_each_pair!(arguments, 0, 2, a, b => algebra::replace(&a, index, &b)?);
    Ok(value.into())
}

/// The layout itself, to be drawn as threads and values over a tile.
fn thread_values(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (layout, tile) = (arguments.layout(0)?, arguments.tuple(1)?);
    if layout.rank() < 2 {
        let message =
            format!("a thread-value layout has a thread mode and a value mode; {layout} has one mode");
        return Err(Refusal::Problem { argument: 0, code: Code::RankMismatch, message });
    }
    Ok(Evaluated { tile: Some(tile), ..Value::from(layout).into() })
}
