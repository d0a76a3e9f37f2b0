//! Parts of a layout: the tile at a coordinate, the elements of a thread.

use layout_algebra::{
    self as algebra, Error, IntTuple, Layout, Part, Projection, SliceIndex, Stride, Tiler, proof,
};

use super::{Arguments, Operation, Refusal, arguments::OperandLayout, layout, tiler, tuple};
use crate::{Evaluated, Hardware, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "local_tile",
        parameters: &[layout("A"), tiler("tiler"), tuple("coordinate"), tuple("projection")],
        required: 3,
        compute: local_tile,
    },
    Operation { name: "inner_partition", parameters: BY_COORDINATE, required: 3, compute: inner_partition },
    Operation { name: "outer_partition", parameters: BY_COORDINATE, required: 3, compute: outer_partition },
    Operation {
        name: "local_partition",
        parameters: &[layout("A"), layout("threads"), tuple("thread")],
        required: 3,
        compute: local_partition,
    },
];

const BY_COORDINATE: &[super::Parameter] = &[layout("A"), tiler("tiler"), tuple("coordinate")];

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
pub(super) fn tile_coordinate(arguments: &Arguments<'_>) -> Result<(Tiler, IntTuple<SliceIndex>), Refusal> {
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
