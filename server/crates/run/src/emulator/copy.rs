//! An emulated copy.

use std::time::Instant;

use rayon::prelude::*;

use super::{Buffer, Findings, milliseconds};
use crate::{
    Operand, RunError, Threads,
    check::Copy,
    data,
    kernel::{CopyKernel, Direct, Partitioned, Tiled},
    progress::{Progress, Stage},
    verdict::wrong_copy_element,
    walk::{OffsetWalk, Placement},
};

/// Elements of one piece of work.
const PIECE: i64 = 1 << 14;

/// Pieces between two progress messages.
const PIECES_A_WAVE: i64 = 256;

/// Copies with the kernel's arithmetic, then compares with the layouts' definition.
pub(super) fn run(copy: &Copy, width: u64, progress: &mut dyn FnMut(Progress)) -> Result<Findings, RunError> {
    let source = Buffer::filled(copy.source_cells, width, |offset| data::bits(offset, width))?;
    let destination = Buffer::poisoned(copy.destination_cells, width)?;

    let start = Instant::now();
    match CopyKernel::of(copy, width) {
        CopyKernel::Direct(kernel) => run_direct(&kernel, &source, &destination, progress),
        CopyKernel::Tiled(kernel) => run_tiled(&kernel, &source, &destination, progress),
        CopyKernel::Partitioned(kernel) => run_partitioned(&kernel, &source, &destination, progress),
    }
    let run_ms = milliseconds(start);

    let (wrong, first) = count_wrong(copy, width, &destination, progress);
    // The destination is injective and no datum is poison: where each element is right, as many cells as elements
    // are written, unless others were written too.
    let right = copy.size.unsigned_abs() - wrong;
    let overwritten = if wrong == 0 { destination.written().saturating_sub(right) } else { 0 };
    let first_wrong = first
        .map(|index| wrong_copy_element(copy, width, index, |offset| Ok(destination.load(offset))))
        .transpose()?;
    Ok(Findings {
        elements: copy.size.unsigned_abs(),
        wrong,
        overwritten,
        first_wrong,
        accuracy: None,
        run_ms,
        slowdown: 0.0,
        vendor: None,
    })
}

/// Each thread's items.
fn run_direct(kernel: &Direct, source: &Buffer, destination: &Buffer, progress: &mut dyn FnMut(Progress)) {
    let Direct { items, lanes, from, to, edge, spreads, .. } = kernel;
    in_waves(*items, PIECE, Stage::Running, progress, |begin, end| {
        for item in begin..end {
            let (read, written) = (from.at(&[item]), to.at(&[item]) * lanes);
            let elements = match edge {
                Some(edge) if edge.coordinate.at(&[item]) == edge.last => edge.elements,
                _ => *lanes,
            };
            for lane in 0..elements {
                let read = if *spreads { read } else { read * lanes + lane };
                destination.store(written + lane, source.load(read));
            }
        }
    });
}

/// Each block's tile: into shared memory along x, out of it along y.
fn run_tiled(kernel: &Tiled, source: &Buffer, destination: &Buffer, progress: &mut dyn FnMut(Progress)) {
    let offsets = kernel.offsets();
    let (vector, lanes, chunks) = (kernel.vector, kernel.lanes, kernel.chunks());
    let (extent_x, extent_y) = (kernel.extent_x(), kernel.extent_y());
    let cells = usize::try_from(extent_x * extent_y * lanes).unwrap_or(0);
    let cell = |x: i64, chunk: i64, part: i64, lane: i64| {
        usize::try_from((kernel.slot(x, chunk) * vector + part) * lanes + lane).unwrap_or(usize::MAX)
    };
    in_waves(kernel.blocks(), 1, Stage::Running, progress, |begin, end| {
        for block in begin..end {
            let mut shared = vec![0_u128; cells];
            let (from, to) = (offsets.origin_source.at(&[block]), offsets.origin_destination.at(&[block]));
            for square in 0..extent_x / vector * chunks {
                let (x, chunk) = (square % (extent_x / vector) * vector, square / (extent_x / vector));
                for y in chunk * vector..(chunk + 1) * vector {
                    if !offsets.are_inside(block, x, y) {
                        continue;
                    }
                    let sum = from + offsets.x_source.at(&[x]) + offsets.y_source.at(&[y]);
                    let read = offsets.place_source.at(&[sum]);
                    for part in 0..vector {
                        for lane in 0..lanes {
                            if let Some(cell) = shared.get_mut(cell(x + part, chunk, y % vector, lane)) {
                                *cell = source.load((read + part) * lanes + lane);
                            }
                        }
                    }
                }
            }
            for number in 0..extent_x * chunks {
                let (x, chunk) = (number / chunks, number % chunks);
                let y = chunk * vector;
                if !offsets.are_inside(block, x, y) {
                    continue;
                }
                let sum = to + offsets.x_destination.at(&[x]) + offsets.y_destination.at(&[y]);
                let written = offsets.place_destination.at(&[sum]);
                for part in 0..vector {
                    for lane in 0..lanes {
                        let bits = shared.get(cell(x, chunk, part, lane)).copied().unwrap_or_default();
                        destination.store((written + part) * lanes + lane, bits);
                    }
                }
            }
        }
    });
}

/// Each block's tile, each thread's accesses.
fn run_partitioned(
    kernel: &Partitioned,
    source: &Buffer,
    destination: &Buffer,
    progress: &mut dyn FnMut(Progress),
) {
    let (Threads { threads, values, .. }, vector) = (&kernel.asked, kernel.vector);
    let (threads, values) = (*threads, *values);
    in_waves(kernel.blocks(), 1, Stage::Running, progress, |begin, end| {
        for (block, thread) in (begin..end).flat_map(|block| (0..threads).map(move |thread| (block, thread)))
        {
            for access in 0..values / vector {
                let Some((read, written)) = kernel.offsets(block, thread, access * vector) else { continue };
                for lane in 0..vector {
                    destination.store(written + lane, source.load(read + lane));
                }
            }
        }
    });
}

/// How many elements are wrong, and the least 1-D coordinate of such.
fn count_wrong(
    copy: &Copy,
    width: u64,
    destination: &Buffer,
    progress: &mut dyn FnMut(Progress),
) -> (u64, Option<i64>) {
    let (from, to) = (Walked::of(&copy.source), Walked::of(&copy.destination));
    let pieces = in_waves(copy.size, PIECE, Stage::Checking, progress, |begin, end| {
        let offsets = from.offsets(begin).zip(to.offsets(begin));
        let wrong = (begin..end)
            .zip(offsets)
            .filter(|(_, (source, target))| destination.load(*target) != data::bits(*source, width))
            .map(|(index, _)| index);
        wrong.fold((0, None), |(count, first), index| (count + 1, first.or(Some(index))))
    });
    pieces.into_iter().fold((0, None), |(count, first), (more, earliest)| (count + more, first.or(earliest)))
}

/// Runs `piece` over `0..size` in parallel, `length` at a time, and collects its answers in order, telling the progress after each wave.
fn in_waves<T: Send>(
    size: i64,
    length: i64,
    stage: Stage,
    progress: &mut dyn FnMut(Progress),
    piece: impl Fn(i64, i64) -> T + Sync,
) -> Vec<T> {
    let mut answers = Vec::new();
    let mut begin = 0;
    while begin < size {
        let end = size.min(begin + length * PIECES_A_WAVE);
        let pieces = (end - begin + length - 1) / length;
        answers.par_extend((0..pieces).into_par_iter().map(|number| {
            let first = begin + number * length;
            piece(first, end.min(first + length))
        }));
        progress(Progress::of(stage, end, size));
        begin = end;
    }
    answers
}

/// An operand's offsets by definition, coordinate after coordinate.
pub(super) struct Walked {
    leaves: Vec<crate::operand::Leaf>,
    placement: Placement,
}

impl Walked {
    pub(super) fn of(operand: &Operand) -> Self {
        Walked { leaves: operand.leaves(), placement: Placement::of(operand) }
    }

    /// The offsets from 1-D coordinate `start` on.
    pub(super) fn offsets(&self, start: i64) -> impl Iterator<Item = i64> {
        OffsetWalk::new(&self.leaves, start).map(|inner| self.placement.place(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Offset;

    fn transpose() -> Copy {
        Copy {
            source: "(4,8):(1,4)".parse().unwrap(),
            destination: "(4,8):(10,1)".parse().unwrap(),
            size: 32,
            source_cells: 32,
            destination_cells: 38,
            threads: None,
        }
    }

    #[test]
    fn an_element_that_is_not_written_is_found_and_named() {
        let copy = transpose();
        let destination = Buffer::poisoned(copy.destination_cells, 4).unwrap();
        for index in (0..32).filter(|index| *index != 6 && *index != 30) {
            let source = Offset::of_index(&copy.source).at(&[index]);
            destination.store(Offset::of_index(&copy.destination).at(&[index]), data::bits(source, 4));
        }
        assert_eq!(count_wrong(&copy, 4, &destination, &mut |_| {}), (2, Some(6)));
        let wrong = wrong_copy_element(&copy, 4, 6, |offset| Ok(destination.load(offset))).unwrap();
        assert_eq!((wrong.coordinate.as_str(), wrong.offset), ("(2,1)", 21));
        assert_eq!((wrong.expected.len(), wrong.found.as_str()), (10, "0xffffffff"));
    }

    #[test]
    fn an_element_that_is_written_twice_is_found() {
        let copy = transpose();
        let destination = Buffer::poisoned(copy.destination_cells, 1).unwrap();
        for index in 0..32 {
            destination.store(Offset::of_index(&copy.destination).at(&[index]), data::bits(index, 1));
        }
        destination.store(8, 0);
        assert_eq!(count_wrong(&copy, 1, &destination, &mut |_| {}), (0, None), "offset 8 is no element's");
        assert_eq!(destination.written(), 33);
    }
}
