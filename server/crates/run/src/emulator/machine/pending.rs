//! What a warp is in the middle of: branches, copies, multiplications.

use std::collections::VecDeque;

use super::launch::Fault;
use crate::emulator::{
    invariant::count,
    program::{Register, WarpgroupAtom},
};

/// A branch, a loop or a function that lanes are in.
#[derive(Debug, Clone, Copy)]
pub(super) enum Frame {
    If { before: u32, rest: u32 },
    Loop { before: u32, continued: u32 },
    Function { before: u32 },
}

/// A copy of a lane to shared memory that is under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingCopy {
    pub(super) block: usize,
    pub(super) at: usize,
    pub(super) lane: usize,
    pub(super) bytes: usize,
    pub(super) data: [u8; 16],
}

/// A multiplication that is under way.
#[derive(Debug, Clone)]
pub(super) struct PendingMultiplication {
    pub(super) shape: WarpgroupAtom,
    pub(super) sums: Vec<Register>,
    pub(super) descriptors: [Descriptor; 2],
    pub(super) adds: bool,
}

/// The sums of a warp's multiplications, between threads that access them and the tensor cores that do.
#[derive(Debug, Clone, Default)]
pub(super) struct Sums {
    /// Registers that no thread has accessed since the last `wgmma.fence`.
    pub(super) fenced: Vec<bool>,
    /// Those of each group of multiplications that the warp has not waited for.
    pub(super) groups: VecDeque<Vec<Register>>,
}

/// Where a factor lies in shared memory, as the instruction is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Descriptor {
    pub(super) start: usize,
    /// Bytes between blocks of 64 rows, where the factor lies along its rows.
    pub(super) leading: usize,
    /// Bytes between groups of 8 rows of 128 bytes.
    pub(super) stride: usize,
}

/// The bits of a descriptor's start and of its two strides.
const FIELDS: u64 = 0x3fff | 0x3fff << 16 | 0x3fff << 32;

impl Descriptor {
    pub(super) fn of(bits: u64) -> Result<Self, Fault> {
        let field = |shift: u32| count(bits >> shift & 0x3fff) << 4;
        // A base that is no multiple of the swizzle's, or what no field has, would be passed over.
        if bits & !(FIELDS | 3 << 62) != 0 {
            return Err(format!(
                "a matrix descriptor {bits:#x} with more than its start and its two strides"
            ));
        }
        match bits >> 62 {
            1 => Ok(Descriptor { start: field(0), leading: field(16), stride: field(32) }),
            other => Err(format!(
                "a matrix descriptor with the swizzle mode {other}; the emulator knows that of 128 bytes"
            )),
        }
    }

    /// The byte of an element: rows of 128 bytes, 16-byte pieces of which change places by `Sw<3,4,3>`.
    pub(super) fn place(self, row: usize, k: usize, turned: bool) -> usize {
        let linear = match turned {
            false => row / 8 * self.stride + row % 8 * 128 + k * 2,
            true => row / 64 * self.leading + k / 8 * self.stride + k % 8 * 128 + row % 64 * 2,
        };
        swizzled(self.start + linear)
    }
}

/// An address by `Sw<3,4,3>`, as TMA and the tensor cores swizzle addresses.
pub(super) fn swizzled(address: usize) -> usize {
    address ^ (address >> 3 & 0x70)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_finds_elements_where_tma_puts_them() {
        let bits = 0x1000_u64 >> 4 | 1 << 16 | 64 << 32 | 1 << 62;
        let descriptor = Descriptor::of(bits).unwrap();
        assert_eq!(descriptor.place(0, 0, false), 0x1000);
        assert_eq!(
            descriptor.place(1, 0, false),
            0x1000 + 128 + 16,
            "the first piece of row 1 is the second"
        );
        assert_eq!(descriptor.place(9, 8, false), 0x1000 + 1024 + 128);
        assert_eq!(descriptor.place(2, 1, true), 0x1000 + 128 + 16 + 4);
        assert!(Descriptor::of(0).is_err());
        assert!(Descriptor::of(bits | 1 << 49).is_err(), "a base offset");
    }
}
