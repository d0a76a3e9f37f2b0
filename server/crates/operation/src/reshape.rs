//! Modes picked, grouped, added and replaced.

use layout_algebra::{
    self as algebra, IntTuple, Layout, Stride, explain, proof,
    symbolic::{self as run_time, SymbolicLayout},
};

use super::{
    Arguments, Operation, Refusal,
    answered::answered,
    arguments::OperandLayout,
    columns::{Columns, OnComposed, OnSmem, Parameter, TemplateForm, layout, tuple},
    stride_kind::for_each_stride,
    symbolic::{Operands, judged},
};
use crate::{Code, Evaluated, Value};

pub(super) static MODE: Columns = Columns::new(&[layout("A"), tuple("index")], mode)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| Ok(Some(operands.layout(0)?.mode(operands.mode_index(1)?)?.into())))
    .says("one mode of A", &["0 <= index < rank(A)"], &["R is the mode as a layout of its own"]);

pub(super) static SELECT: Columns = Columns::new(&[layout("A"), tuple("indices")], select)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| run_time_select(operands).map(Some))
    .template(TemplateForm::OneTuple)
    .says(
        "some modes of A, in the order given",
        &["each index is below rank(A)"],
        &["rank(R) is the number of indices"],
    );

pub(super) static GROUP: Columns = Columns::new(RANGE, group)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        let layout = operands.layout(0)?;
        Ok(Some(run_time::group(&layout, operands.mode_index(1)?, operands.mode_index(2)?)?.into()))
    })
    .steps(|arguments| {
        let layout = arguments.layout(0).ok()?;
        Some(explain::group(&layout, arguments.mode_index(1).ok()?, arguments.mode_index(2).ok()?))
    })
    .says(
        "A with the modes begin .. end-1 as one",
        &["0 <= begin < end <= rank(A)"],
        &["R(i) = A(i) for every index i", "rank(R) = rank(A) - (end - begin) + 1"],
    );

pub(super) static TAKE: Columns = Columns::new(RANGE, take)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        let layout = operands.layout(0)?;
        Ok(Some(run_time::take(&layout, operands.mode_index(1)?, operands.mode_index(2)?)?.into()))
    })
    .steps(|arguments| {
        let layout = arguments.layout(0).ok()?;
        Some(explain::take(&layout, arguments.mode_index(1).ok()?, arguments.mode_index(2).ok()?))
    })
    .says("the modes begin .. end-1 of A", &["0 <= begin < end <= rank(A)"], &["rank(R) = end - begin"]);

pub(super) static APPEND: Columns = Columns::new(&[layout("A"), layout("B")], append)
    .required(1)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| {
        Ok(Some(run_time::append(&operands.layout(0)?, &run_time_filler(operands)?)?.into()))
    })
    .steps(|arguments| Some(explain::append(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?)))
    .template(TemplateForm::ToRank(Operation::AppendToRank))
    .says(
        "A with one mode more behind its own",
        &["A and B have strides of one kind"],
        &["the last mode of R is B, or 1:0"],
    );

pub(super) static PREPEND: Columns = Columns::new(&[layout("A"), layout("B")], prepend)
    .required(1)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| {
        Ok(Some(run_time::prepend(&operands.layout(0)?, &run_time_filler(operands)?)?.into()))
    })
    .steps(|arguments| Some(explain::prepend(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?)))
    .template(TemplateForm::ToRank(Operation::PrependToRank))
    .says(
        "A with one mode more before its own",
        &["A and B have strides of one kind"],
        &["the first mode of R is B, or 1:0"],
    );

pub(super) static PREPEND_TO_RANK: Columns = Columns::new(TO_RANK, prepend_to_rank)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| {
        let (layout, rank) = (operands.layout(0)?, operands.mode_index(1)?);
        Ok(Some(run_time::prepend_to_rank(&layout, rank, &operands.layout(2)?)?.into()))
    })
    .says(
        "A filled up before its modes to a rank",
        &["rank(A) <= rank"],
        &["rank(R) = rank; each new mode is the filler"],
    );

pub(super) static WITH_SHAPE: Columns = Columns::new(&[layout("A"), tuple("shape")], with_shape)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        let shape = SymbolicLayout::compact(&operands.shape(1)?)?;
        judged(operands, run_time::proof::composition(&operands.layout(0)?, &shape)?).map(Some)
    })
    .says(
        "A seen through another shape",
        &["the shape has the size of A, or composition(A, shape) exists"],
        &["R(i) = A(i) for every index i of the shape"],
    );

pub(super) static UNFLATTEN: Columns =
    Columns::new(&[layout("A"), tuple("profile")], unflatten).on_composed(OnComposed::OnDomain).says(
        "A nested as a profile says",
        &["A has as many flat modes as the profile"],
        &["R is congruent with the profile", "R(i) = A(i)"],
    );

pub(super) static SORT: Columns = Columns::new(&[layout("A")], sort).on_composed(OnComposed::NotInCute).says(
    "A with its modes in the order of their strides",
    &["A is a layout"],
    &["R has the offsets of A; indices change"],
);

pub(super) static APPEND_TO_RANK: Columns = Columns::new(TO_RANK, append_to_rank)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_names(|operands| {
        let (layout, rank) = (operands.layout(0)?, operands.mode_index(1)?);
        Ok(Some(run_time::append_to_rank(&layout, rank, &operands.layout(2)?)?.into()))
    })
    .steps(|arguments| {
        let (layout, rank) = (arguments.layout(0).ok()?, arguments.mode_index(1).ok()?);
        Some(explain::append_to_rank(&layout, rank, &arguments.layout(2).ok()?))
    })
    .says(
        "A filled up behind its modes to a rank",
        &["rank(A) <= rank"],
        &["rank(R) = rank; each new mode is the filler"],
    );

pub(super) static REPLACE: Columns = Columns::new(&[layout("A"), tuple("index"), layout("B")], replace)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| {
        let (layout, index) = (operands.layout(0)?, operands.mode_index(1)?);
        Ok(Some(run_time::replace(&layout, index, &operands.layout(2)?)?.into()))
    })
    .steps(|arguments| {
        let (layout, index) = (arguments.layout(0).ok()?, arguments.mode_index(1).ok()?);
        Some(explain::replace(&layout, index, &arguments.layout(2).ok()?))
    })
    .template(TemplateForm::BehindFirst)
    .says(
        "A with another layout as one of its modes",
        &["0 <= index < rank(A)"],
        &["mode `index` of R is B"],
    );

pub(super) static THREAD_VALUES: Columns = Columns::new(&[layout("A"), tuple("tile")], thread_values).says(
    "a thread-value layout, drawn over a tile",
    &["A maps (thread, value) to an index of the tile"],
    &["R is A; each cell of the tile shows its thread and value, T5V1"],
);

const RANGE: &[Parameter] = &[layout("A"), tuple("begin"), tuple("end")];

const TO_RANK: &[Parameter] = &[layout("A"), tuple("rank"), layout("filler")];

fn run_time_select(operands: &Operands<'_, '_>) -> Result<Evaluated, Refusal> {
    let indices = operands.given().tuple(1)?;
    let indices: Result<Vec<usize>, _> =
        indices.leaves().into_iter().map(|&index| usize::try_from(index)).collect();
    let indices = indices.map_err(|_| operands.given().kind(1, "indices of modes"))?;
    Ok(run_time::select(&operands.layout(0)?, &indices)?.into())
}

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

/// What is appended: the second operand, or CuTe's default.
fn run_time_filler(operands: &Operands<'_, '_>) -> Result<SymbolicLayout, Refusal> {
    match operands.len() {
        1 => Ok(SymbolicLayout::from(&filler()?)),
        _ => operands.layout(1),
    }
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
    if let Some(extent) = tile.leaves().into_iter().find(|extent| **extent < 1) {
        let message = format!("the tile {tile} has an extent of {extent}; extents are at least 1");
        return Err(Refusal::Problem { argument: 1, code: Code::InvalidLayout, message });
    }
    Ok(Evaluated { tile: Some(tile), ..Value::from(layout).into() })
}
