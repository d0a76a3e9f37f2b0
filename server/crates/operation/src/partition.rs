//! Parts of a layout: the tile at a coordinate, the elements of a thread.

use layout_algebra::{
    self as algebra, AnyLayout, Error, IntTuple, Layout, Part, Projection, SliceIndex, Stride, Tiler,
    explain,
    proof::{self, Answer},
    symbolic::{self as run_time, SymbolicIndex, SymbolicLayout, SymbolicPart, SymbolicTiler},
};

use super::{
    Arguments, Refusal,
    arguments::OperandLayout,
    columns::{Columns, OnComposed, OnSmem, Parameter, layout, tiler, tuple},
    composed,
    divide::A_TILE_DIVIDES,
    symbolic::{Computed, Operands, judged_part},
    told::of_layout,
};
use crate::{Evaluated, Hardware, Value};

pub(super) static LOCAL_TILE: Columns =
    Columns::new(&[layout("A"), tiler("tiler"), tuple("coordinate"), tuple("projection")], local_tile)
        .required(3)
        .on_composed(OnComposed::Computed(|arguments| {
            composed_part(arguments, algebra::composed_inner_partition)
        }))
        .on_smem(OnSmem::Domain)
        .on_names(|operands| run_time_part(operands, run_time::local_tile))
        .steps(|arguments| {
            let (tiler, coordinate) = tile_coordinate(arguments).ok()?;
            Some(of_layout!(arguments, 0, layout => explain::local_tile(&layout, &tiler, &coordinate)))
        })
        .says(
            "one tile of A, or all tiles of a mode where the coordinate is `_`",
            &[
                "each tile divides its mode of A; one that does not is rounded up and needs a predicate",
                "a projection, Step<_1,X,_1>, says which modes of tiler and coordinate are A's",
            ],
            &["R = zipped_divide(A, tiler)((_,_),coordinate)", "where it begins stands in the hover"],
        );

pub(super) static INNER_PARTITION: Columns = Columns::new(BY_COORDINATE, inner_partition)
    .on_composed(OnComposed::Computed(|arguments| {
        composed_part(arguments, algebra::composed_inner_partition)
    }))
    .on_smem(OnSmem::Domain)
    .on_names(|operands| run_time_part(operands, run_time::inner_partition))
    .steps(|arguments| {
        let (tiler, coordinate) = (arguments.tiler(1).ok()?, arguments.slice_pattern(2).ok()?);
        Some(of_layout!(arguments, 0, layout => explain::inner_partition(&layout, &tiler, &coordinate)))
    })
    .says(
        "one tile of A",
        A_TILE_DIVIDES,
        &["R = zipped_divide(A, tiler)(_,coordinate): the elements of tile `coordinate`"],
    );

pub(super) static OUTER_PARTITION: Columns = Columns::new(BY_COORDINATE, outer_partition)
    .on_composed(OnComposed::Computed(|arguments| {
        composed_part(arguments, algebra::composed_outer_partition)
    }))
    .on_smem(OnSmem::Domain)
    .on_names(|operands| run_time_part(operands, run_time::outer_partition))
    .steps(|arguments| {
        let (tiler, coordinate) = (arguments.tiler(1).ok()?, arguments.slice_pattern(2).ok()?);
        Some(of_layout!(arguments, 0, layout => explain::outer_partition(&layout, &tiler, &coordinate)))
    })
    .says(
        "one element of each tile of A",
        A_TILE_DIVIDES,
        &["R = zipped_divide(A, tiler)(coordinate,_): element `coordinate` of all tiles"],
    );

pub(super) static LOCAL_PARTITION: Columns =
    Columns::new(&[layout("A"), layout("threads"), tuple("thread")], local_partition)
        .for_one_thread()
        .on_composed(OnComposed::Computed(|arguments| {
            let (whole, threads) = (composed::any(arguments, 0)?, arguments.layout(1)?);
            let answer = algebra::composed_local_partition(&whole, &threads, arguments.int(2)?)?;
            Ok(composed::part(answer))
        }))
        .on_smem(OnSmem::Domain)
        .on_names(|operands| run_time_local_partition(operands).map(Some))
        .steps(|arguments| {
            let (threads, index) = (arguments.layout(1).ok()?, arguments.int(2).ok()?);
            Some(of_layout!(arguments, 0, layout => explain::local_partition(&layout, &threads, index)))
        })
        .says(
            "what one thread holds of A",
            &["the shape of threads divides A", "0 <= thread < size(threads)"],
            &["R = outer_partition(A, shape(threads), the thread's coordinate)"],
        );

const BY_COORDINATE: &[Parameter] = &[layout("A"), tiler("tiler"), tuple("coordinate")];

/// A partition of a layout with any kind of stride.
trait Partition {
    fn of<D: Stride>(
        &self,
        layout: &Layout<D>,
        tiler: &Tiler,
        coordinate: &IntTuple<SliceIndex>,
    ) -> Result<Part<D>, Error>;
}

struct Inner;
struct Outer;
struct LocalTile;

macro_rules! partition {
    ($kind:ident, $name:ident) => {
        impl Partition for $kind {
            fn of<D: Stride>(
                &self,
                layout: &Layout<D>,
                tiler: &Tiler,
                coordinate: &IntTuple<SliceIndex>,
            ) -> Result<Part<D>, Error> {
                algebra::$name(layout, tiler, coordinate)
            }
        }

        fn $name(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
            by_coordinate(arguments, &$kind)
        }
    };
}

partition!(Inner, inner_partition);
partition!(Outer, outer_partition);
partition!(LocalTile, local_tile);

fn by_coordinate(arguments: &Arguments<'_>, partition: &impl Partition) -> Result<Evaluated, Refusal> {
    let (tiler, coordinate) = tile_coordinate(arguments)?;
    match arguments.any_layout(0)? {
        OperandLayout::Integer(layout) => part(&layout, &tiler, partition.of(&layout, &tiler, &coordinate)?),
        OperandLayout::Coordinate(layout) => {
            part(&layout, &tiler, partition.of(&layout, &tiler, &coordinate)?)
        }
        OperandLayout::Xor(layout) => part(&layout, &tiler, partition.of(&layout, &tiler, &coordinate)?),
        OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
    }
}

/// Tiler and coordinate, projected where the call says how.
fn tile_coordinate(arguments: &Arguments<'_>) -> Result<(Tiler, IntTuple<SliceIndex>), Refusal> {
    let (tiler, coordinate) = (arguments.tiler(1)?, arguments.slice_pattern(2)?);
    if arguments.len() != 4 {
        return Ok((tiler, coordinate));
    }
    let projection = projection(arguments, 3)?;
    Ok((projection.tiler(&tiler)?, projection.coordinate(&coordinate)?))
}

/// `Step<_1,X,_1>`, or the same as a tuple `(1,_,1)`.
fn projection(arguments: &Arguments<'_>, index: usize) -> Result<Projection, Refusal> {
    match arguments.value(index)? {
        Value::Hardware(hardware) => match &**hardware {
            Hardware::Projection(projection) => Ok(projection.clone()),
            _ => Err(arguments.kind(index, "a projection such as `Step<_1,X,_1>`")),
        },
        _ => {
            let pattern = arguments.slice_pattern(index)?;
            Ok(Projection::new(pattern.leaves().into_iter().map(|leaf| *leaf != SliceIndex::All)))
        }
    }
}

/// A part is worth what the divide is worth that it was cut from.
fn part<D: Stride>(layout: &Layout<D>, tiler: &Tiler, part: Part<D>) -> Result<Evaluated, Refusal>
where
    Value: From<Layout<D>>,
{
    let divide = proof::zipped_divide(layout, tiler)?;
    Ok(Evaluated {
        verdict: divide.verdict,
        offset: Some(part.offset.to_string()),
        ..Value::from(part.layout).into()
    })
}

fn local_partition(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (threads, thread) = (arguments.layout(1)?, arguments.int(2)?);
    let sizes: IntTuple = threads.modes().iter().map(Layout::size).collect();
    let tiler = Tiler::from_sizes(&sizes)?;
    match arguments.any_layout(0)? {
        OperandLayout::Integer(layout) => {
            part(&layout, &tiler, algebra::local_partition(&layout, &threads, thread)?)
        }
        OperandLayout::Coordinate(layout) => {
            part(&layout, &tiler, algebra::local_partition(&layout, &threads, thread)?)
        }
        OperandLayout::Xor(layout) => {
            part(&layout, &tiler, algebra::local_partition(&layout, &threads, thread)?)
        }
        OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
    }
}

/// A part of a composed layout, and where it begins.
type CutComposed = fn(&AnyLayout, &Tiler, &IntTuple<SliceIndex>) -> Result<Answer<(AnyLayout, i64)>, Error>;

/// The tile of a composed layout at a coordinate, or what is at a coordinate of each of its tiles.
fn composed_part(arguments: &Arguments<'_>, cut: CutComposed) -> Result<Evaluated, Refusal> {
    let whole = composed::any(arguments, 0)?;
    let (tiler, coordinate) = tile_coordinate(arguments)?;
    Ok(composed::part(cut(&whole, &tiler, &coordinate)?))
}

/// The same of a layout with run-time integers; not with a projection.
fn run_time_part(
    operands: &Operands<'_, '_>,
    cut: fn(&SymbolicLayout, &SymbolicTiler, &IntTuple<SymbolicIndex>) -> Result<SymbolicPart, Error>,
) -> Computed {
    if operands.len() != 3 {
        return Ok(None);
    }
    let (layout, tiler) = (operands.layout(0)?, operands.tiler(1)?);
    let part = cut(&layout, &tiler, &operands.coordinate(2)?)?;
    judged_part(operands, part, run_time::proof::zipped_divide(&layout, &tiler)?.verdict).map(Some)
}

fn run_time_local_partition(operands: &Operands<'_, '_>) -> Result<Evaluated, Refusal> {
    let (layout, threads) = (operands.layout(0)?, operands.layout(1)?);
    let thread = operands.thread(2)?;
    let part = run_time::local_partition(&layout, &threads, &thread)?;
    let sizes = threads.modes().iter().map(SymbolicLayout::size).collect::<Result<Vec<_>, _>>()?;
    let tiler = SymbolicTiler::ByMode(sizes.into_iter().map(SymbolicTiler::Size).collect());
    judged_part(operands, part, run_time::proof::zipped_divide(&layout, &tiler)?.verdict)
}
