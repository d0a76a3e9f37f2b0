//! An emulated copy.

use std::time::Instant;

use rayon::prelude::*;

use super::{Buffer, launch};
use crate::{
    Kernel, Operand, RunError, data,
    findings::{Findings, milliseconds},
    plan::Copy,
    progress::{Progress, Stage},
    verdict::{all_compared, first_of, overwritten, wrong_copy_element},
    walk::{OffsetWalk, Placement},
};

/// Elements of one piece of work.
const PIECE: i64 = 1 << 14;

/// Pieces between two progress messages.
const PIECES_A_WAVE: i64 = 256;

/// Runs the copy's kernel, then compares with the layouts' definition.
pub(super) fn run(
    copy: &Copy,
    kernel: &Kernel,
    width: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Findings, RunError> {
    let source = Buffer::filled(copy.source_cells, width, |offset| data::bits(offset, width))?;
    let destination = Buffer::poisoned(copy.destination_cells, width)?;

    let start = Instant::now();
    let counted = launch(kernel, &[&source, &destination], width, progress)?;
    let run_ms = milliseconds(start);

    let Compared { compared, wrong, first } = compare(copy, width, &destination, progress);
    let elements = copy.size.unsigned_abs();
    all_compared(compared, elements)?;
    let overwritten = overwritten(wrong, destination.written(), elements)?;
    let first_wrong = first_of(wrong, first, copy.size)?
        .map(|index| wrong_copy_element(copy, width, index, |offset| Ok(destination.load(offset))))
        .transpose()?;
    Ok(Findings {
        elements,
        wrong,
        overwritten,
        first_wrong,
        accuracy: None,
        run_ms,
        slowdown: 0.0,
        vendor: None,
        counted: Some(counted),
    })
}

/// What is known after comparing some elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Compared {
    compared: u64,
    wrong: u64,
    /// The least 1-D coordinate of a wrong one.
    first: Option<i64>,
}

/// Compares every element with what it should hold by definition.
fn compare(copy: &Copy, width: u64, destination: &Buffer, progress: &mut dyn FnMut(Progress)) -> Compared {
    let (from, to) = (Walked::of(&copy.source), Walked::of(&copy.destination));
    let pieces = in_waves(copy.size, PIECE, Stage::Checking, progress, |begin, end| {
        let offsets = from.offsets(begin).zip(to.offsets(begin));
        (begin..end).zip(offsets).fold(Compared::default(), |found, (index, (source, target))| {
            let is_wrong = destination.load(target) != data::bits(source, width);
            Compared {
                compared: found.compared + 1,
                wrong: found.wrong + u64::from(is_wrong),
                first: found.first.or(is_wrong.then_some(index)),
            }
        })
    });
    pieces.into_iter().fold(Compared::default(), |all, piece| Compared {
        compared: all.compared + piece.compared,
        wrong: all.wrong + piece.wrong,
        first: all.first.or(piece.first),
    })
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
        assert_eq!(
            compare(&copy, 4, &destination, &mut |_| {}),
            Compared { compared: 32, wrong: 2, first: Some(6) }
        );
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
        let found = compare(&copy, 1, &destination, &mut |_| {});
        assert_eq!(found, Compared { compared: 32, wrong: 0, first: None }, "offset 8 is no element's");
        assert_eq!(destination.written(), 33);
    }
}
