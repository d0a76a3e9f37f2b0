//! A copy's own threads: which element of a tile each thread holds in each of its values.

use serde::{Deserialize, Serialize};

use crate::{
    ErrorCode, Operand, RunError,
    operand::{Leaf, MAX_CELLS},
    walk::{OffsetWalk, Placement},
};

/// Threads of a block at most.
pub const MAX_THREADS: u32 = 1024;

/// Bytes that a thread may hold: the 255 registers that it can have, and a little more.
pub const MAX_THREAD_BYTES: i64 = 1024;

/// A thread-value layout and the tile that it cuts out of both tensors of a copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadValues {
    /// (thread, value) to an element of the tile, counted with the tile's first mode fastest.
    pub layout: Operand,
    /// How much of each mode of the tensors is in a tile; 1 of those that are not named.
    pub tile: Vec<i64>,
}

/// Threads that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threads {
    /// (thread, value) to an element of the tile.
    pub layout: Operand,
    /// Threads of a block.
    pub threads: u32,
    /// Values of a thread.
    pub values: i64,
    /// The tile, an extent for each mode of the tensors.
    pub tile: Vec<i64>,
    /// The tensors' modes.
    pub modes: Vec<i64>,
}

impl ThreadValues {
    /// Whether a kernel can have these threads, for elements of `width` bytes.
    pub(crate) fn check(
        &self,
        source: &Operand,
        destination: &Operand,
        width: u64,
    ) -> Result<Threads, RunError> {
        let bad = |message| Err(RunError::new(ErrorCode::BadThreadValues, message));
        let ThreadValues { layout, tile } = self;
        let sizes =
            |operand: &Operand| -> Vec<i64> { operand.modes().iter().map(|mode| size(mode)).collect() };
        let modes = sizes(source);
        if modes != sizes(destination) {
            return bad(format!(
                "the modes of the source {source} and of the destination {destination} differ in size; a tile is cut out of \
                 both by modes"
            ));
        }
        if tile.is_empty() || tile.len() > modes.len() || tile.iter().any(|extent| *extent < 1) {
            return bad(format!(
                "the tile {} is none of tensors with {} modes; it needs an extent of 1 or more for each, or for the first \
                 ones",
                tuple(tile),
                modes.len()
            ));
        }
        let cells = tile.iter().try_fold(1_i64, |cells, extent| cells.checked_mul(*extent));
        let Some(cells) = cells.filter(|cells| *cells <= MAX_CELLS) else {
            return bad(format!(
                "the tile {} has more than {MAX_CELLS} elements (2^40), the limit of the tensors; use one as large as they are, \
                 or smaller",
                tuple(tile)
            ));
        };
        // Refuses shapes below 1 and what leaves 64 bits; what lies before the tile is refused below by its coordinate.
        if let Err(error) = layout.extent()
            && error.code != ErrorCode::NegativeOffset
        {
            return Err(error);
        }
        let [of_threads, of_values] = layout.modes().try_into().map_err(|modes: Vec<_>| {
            RunError::new(
                ErrorCode::BadThreadValues,
                format!("tv is {layout} of rank {}; it must have the two modes (thread, value)", modes.len()),
            )
        })?;
        let (threads, values) = (size(&of_threads), size(&of_values));
        let Some(threads_of_block) = of_block(threads) else {
            return bad(format!("{layout} has {threads} threads; a block has up to {MAX_THREADS}"));
        };
        let most = MAX_THREAD_BYTES / width.cast_signed();
        if values > most {
            return bad(format!(
                "a thread of {layout} holds {values} values of {width} bytes; it has registers for {most}"
            ));
        }
        let (leaves, placement) = (layout.leaves(), Placement::of(layout));
        let outside = (0_i64..)
            .zip(OffsetWalk::new(&leaves, 0))
            .map(|(index, inner)| (index, placement.place(inner)))
            .find(|(_, element)| !(0..cells).contains(element));
        if let Some((index, element)) = outside {
            return bad(format!(
                "thread {}, value {} of {layout} is element {element}; the tile {} has {cells}",
                index % threads,
                index / threads,
                tuple(tile)
            ));
        }
        let rest = modes.iter().skip(tile.len()).map(|_| 1);
        let tile = tile.iter().copied().chain(rest).collect();
        Ok(Threads { layout: layout.clone(), threads: threads_of_block, values, tile, modes })
    }
}

/// The threads, where a block can have so many.
pub(crate) fn of_block(threads: i64) -> Option<u32> {
    u32::try_from(threads).ok().filter(|threads| *threads <= MAX_THREADS)
}

fn size(leaves: &[Leaf]) -> i64 {
    leaves.iter().map(|leaf| leaf.shape).product()
}

/// `(64,32)`.
pub(crate) fn tuple(extents: &[i64]) -> String {
    let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
    format!("({})", extents.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, ElementType, Operation, Request, check};

    #[track_caller]
    fn refused(source: &str, destination: &str, layout: &str, tile: &[i64]) -> RunError {
        let threads = ThreadValues { layout: layout.parse().unwrap(), tile: tile.to_vec() };
        let (source, destination) = (source.parse().unwrap(), destination.parse().unwrap());
        let operation = Operation::PartitionedCopy { source, destination, threads };
        check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Cpu }).unwrap_err()
    }

    #[test]
    fn threads_that_no_kernel_has_are_refused_with_the_numbers() {
        let square = "(64,64):(1,64)";
        let mut table = String::new();
        for (source, destination, layout, tile) in [
            (square, "4096:1", "(256,4):(4,1)", &[1024][..]),
            (square, square, "(256,4):(4,1)", &[]),
            (square, square, "(256,4):(4,1)", &[32, 0]),
            (square, square, "(256,4):(4,1)", &[32, 32, 1]),
            (square, square, "256:1", &[32, 32]),
            (square, square, "(2,2,2):(1,2,4)", &[32, 32]),
            (square, square, "(2048,1):(1,0)", &[64, 32]),
            (square, square, "(1,512):(0,1)", &[64, 32]),
            (square, square, "(256,4):(4,1)", &[32, 16]),
            (square, square, "(8,4):(-4,1)", &[32, 16]),
            (square, square, "(4,4):(4611686018427387904,4611686018427387904)", &[32, 16]),
            (square, square, "(4,4):(4,1)", &[1 << 40, 1 << 40]),
            (square, square, "(4,4):(4,1)", &[i64::MAX]),
            (square, square, "(4294967552,1):(0,0)", &[32, 16]),
            (square, square, "(1,4294967300):(0,0)", &[32, 16]),
        ] {
            let error = refused(source, destination, layout, tile);
            table += &format!("{}: {error}\n", serde_json::to_value(error.code).unwrap());
        }
        insta::assert_snapshot!(table);
    }
}
