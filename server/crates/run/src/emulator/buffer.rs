//! Memory of the emulator: cells that many threads write at once, as a GPU's threads do.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::invariant::{count, invariant};
use crate::{ErrorCode, RunError, data, report::grouped};

/// Cells before and after a buffer that a wrong offset would hit first.
const GUARD: usize = 64;

/// A buffer of cells of one width, with guards around it.
pub(super) struct Buffer {
    cells: Cells,
    width: u64,
}

enum Cells {
    W1(Vec<AtomicU8>),
    W2(Vec<AtomicU16>),
    W4(Vec<AtomicU32>),
    W8(Vec<AtomicU64>),
    W16(Vec<[AtomicU64; 2]>),
}

impl Buffer {
    /// `cells` cells of `width` bytes, each of its bytes [`data::POISON`], the guards too.
    ///
    /// # Errors
    /// [`ErrorCode::OutOfMemory`].
    pub(super) fn poisoned(cells: i64, width: u64) -> Result<Self, RunError> {
        let length = usize::try_from(cells).ok().and_then(|cells| cells.checked_add(2 * GUARD));
        let memory = || {
            let bytes = cells.unsigned_abs().saturating_mul(width);
            RunError::new(
                ErrorCode::OutOfMemory,
                format!("no {} bytes of memory for a buffer", grouped(bytes)),
            )
        };
        let length = length.ok_or_else(memory)?;
        let cells = match width {
            1 => filled(length, || AtomicU8::new(u8::MAX)).map(Cells::W1),
            2 => filled(length, || AtomicU16::new(u16::MAX)).map(Cells::W2),
            4 => filled(length, || AtomicU32::new(u32::MAX)).map(Cells::W4),
            8 => filled(length, || AtomicU64::new(u64::MAX)).map(Cells::W8),
            width => {
                invariant!(width == 16, "cells of {width} bytes");
                filled(length, || [AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX)]).map(Cells::W16)
            }
        };
        Ok(Buffer { cells: cells.ok_or_else(memory)?, width })
    }

    /// A buffer whose cell at each offset holds `datum(offset)`.
    ///
    /// # Errors
    /// [`ErrorCode::OutOfMemory`].
    pub(super) fn filled(
        cells: i64,
        width: u64,
        datum: impl Fn(i64) -> u128 + Sync,
    ) -> Result<Self, RunError> {
        let buffer = Buffer::poisoned(cells, width)?;
        (0..cells).into_par_iter().for_each(|offset| buffer.store(offset, datum(offset)));
        Ok(buffer)
    }

    /// Reads whole cells from the byte `at` on.
    ///
    /// # Errors
    /// They are not whole, or lie outside of the buffer, where a GPU reads what is another's or stops.
    pub(super) fn read(&self, at: i64, to: &mut [u8]) -> Result<(), String> {
        self.copy(self.first("read", at, to.len(), 0)?, to);
        Ok(())
    }

    /// What stands where a write is to come, as [`Buffer::write`] allows it.
    pub(super) fn before(&self, at: i64, to: &mut [u8]) -> Result<(), String> {
        self.copy(self.first("write", at, to.len(), GUARD)?, to);
        Ok(())
    }

    /// Writes whole cells from the byte `at` on; what is written into the guards is found there.
    ///
    /// # Errors
    /// They are not whole, or lie outside of the buffer and its guards, where nothing would be found of them.
    pub(super) fn write(&self, at: i64, from: &[u8]) -> Result<(), String> {
        let first = self.first("write", at, from.len(), GUARD)?;
        for (offset, chunk) in (first..).zip(from.chunks_exact(self.bytes())) {
            let bits = chunk.iter().rev().fold(0, |bits: u128, byte| bits << 8 | u128::from(*byte));
            self.store(offset, bits);
        }
        Ok(())
    }

    fn copy(&self, first: i64, to: &mut [u8]) {
        for (offset, chunk) in (first..).zip(to.chunks_exact_mut(self.bytes())) {
            let bits = self.load(offset).to_le_bytes();
            chunk.iter_mut().zip(bits).for_each(|(to, from)| *to = from);
        }
    }

    /// The first cell of an access of so many bytes from the byte `at` on, which may lie in so many cells around the buffer.
    fn first(&self, what: &str, at: i64, bytes: usize, around: usize) -> Result<i64, String> {
        let width = self.bytes();
        if at.rem_euclid(width as i64) != 0 || !bytes.is_multiple_of(width) {
            return Err(format!("a {what} of a part of an element"));
        }
        let (first, cells) = (at / width as i64, self.length() - 2 * GUARD);
        let begin = first.checked_add_unsigned(around as u64).and_then(|begin| usize::try_from(begin).ok());
        let end = begin.and_then(|begin| begin.checked_add(bytes / width));
        match end.is_some_and(|end| end <= cells + 2 * around) {
            true => Ok(first),
            false => Err(format!("a {what} of the element at offset {first} of a buffer that has {cells}")),
        }
    }

    fn bytes(&self) -> usize {
        count(self.width)
    }

    /// The bits at `offset`; poison outside of the buffer and its guards.
    pub(super) fn load(&self, offset: i64) -> u128 {
        self.slot(offset).and_then(|slot| self.load_slot(slot)).unwrap_or(data::poison(self.width))
    }

    /// Writes the bits at `offset`; outside of the buffer and its guards nothing happens: a kernel that does so was
    /// stopped before.
    #[expect(clippy::cast_possible_truncation, reason = "a cell takes the bits of its width")]
    pub(super) fn store(&self, offset: i64, bits: u128) {
        let Some(slot) = self.slot(offset) else { return };
        match &self.cells {
            Cells::W1(cells) => cells.get(slot).inspect(|cell| cell.store(bits as u8, Relaxed)).is_some(),
            Cells::W2(cells) => cells.get(slot).inspect(|cell| cell.store(bits as u16, Relaxed)).is_some(),
            Cells::W4(cells) => cells.get(slot).inspect(|cell| cell.store(bits as u32, Relaxed)).is_some(),
            Cells::W8(cells) => cells.get(slot).inspect(|cell| cell.store(bits as u64, Relaxed)).is_some(),
            Cells::W16(cells) => cells.get(slot).is_some_and(|[low, high]| {
                low.store(bits as u64, Relaxed);
                high.store((bits >> 64) as u64, Relaxed);
                true
            }),
        };
    }

    /// Cells that do not hold poison, the guards' included.
    pub(super) fn written(&self) -> u64 {
        let poison = data::poison(self.width);
        let written = (0..self.length()).into_par_iter().filter(|&slot| self.load_slot(slot) != Some(poison));
        written.count() as u64
    }

    fn slot(&self, offset: i64) -> Option<usize> {
        usize::try_from(offset + GUARD as i64).ok()
    }

    fn length(&self) -> usize {
        match &self.cells {
            Cells::W1(cells) => cells.len(),
            Cells::W2(cells) => cells.len(),
            Cells::W4(cells) => cells.len(),
            Cells::W8(cells) => cells.len(),
            Cells::W16(cells) => cells.len(),
        }
    }

    fn load_slot(&self, slot: usize) -> Option<u128> {
        match &self.cells {
            Cells::W1(cells) => cells.get(slot).map(|cell| cell.load(Relaxed).into()),
            Cells::W2(cells) => cells.get(slot).map(|cell| cell.load(Relaxed).into()),
            Cells::W4(cells) => cells.get(slot).map(|cell| cell.load(Relaxed).into()),
            Cells::W8(cells) => cells.get(slot).map(|cell| cell.load(Relaxed).into()),
            Cells::W16(cells) => cells
                .get(slot)
                .map(|[low, high]| u128::from(low.load(Relaxed)) | u128::from(high.load(Relaxed)) << 64),
        }
    }
}

/// `length` cells, or `None` when there is no memory for them.
fn filled<C>(length: usize, poison: impl Fn() -> C) -> Option<Vec<C>> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(length).ok()?;
    cells.resize_with(length, poison);
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_every_width_hold_their_bits() {
        for width in [1, 2, 4, 8, 16] {
            let buffer = Buffer::poisoned(10, width).unwrap();
            assert_eq!(buffer.written(), 0);
            buffer.store(9, data::bits(9, width));
            assert_eq!(buffer.load(9), data::bits(9, width));
            assert_eq!(buffer.load(8), data::poison(width));
            assert_eq!(buffer.written(), 1);
        }
    }

    #[test]
    fn a_write_outside_is_seen_in_the_guard_and_never_harms() {
        let buffer = Buffer::poisoned(10, 4).unwrap();
        buffer.store(-1, 0);
        buffer.store(10, 0);
        assert_eq!(buffer.written(), 2);
        buffer.store(i64::MAX / 2, 0);
        buffer.store(i64::MIN / 2, 0);
        assert_eq!(buffer.written(), 2);
    }

    #[test]
    fn a_kernel_reads_elements_only_and_writes_where_it_is_found() {
        let buffer = Buffer::poisoned(10, 4).unwrap();
        let mut pair = [0; 8];
        assert_eq!((buffer.read(32, &mut pair), pair), (Ok(()), [0xff; 8]));
        for at in [-4, 36, 40, 1 << 46, -1 << 46] {
            assert!(buffer.read(at, &mut pair).unwrap_err().contains("of a buffer that has 10"), "{at}");
        }
        assert_eq!(buffer.read(2, &mut pair), Err("a read of a part of an element".to_owned()));
        assert_eq!((buffer.write(-8, &[0; 8]), buffer.write(40, &[0; 8])), (Ok(()), Ok(())));
        assert_eq!(buffer.written(), 4);
        for at in [-260, 292, 1 << 46] {
            assert!(buffer.write(at, &pair).unwrap_err().contains("of a buffer that has 10"), "{at}");
        }
        assert_eq!(buffer.written(), 4);
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        let error = Buffer::poisoned(1 << 60, 16).err().unwrap();
        assert_eq!(error.code, ErrorCode::OutOfMemory);
    }
}
