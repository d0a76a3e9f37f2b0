//! One memory instruction of a warp: how wide each thread's part is.

use super::{OffsetFunction, too_many};
use crate::{Error, ErrorKind, Nearest, checked};

/// Threads of a warp.
pub const WARP: i64 = 32;

/// The most threads whose accesses are analysed at once: 64 blocks of the 1024 that a block may have.
pub const MOST_THREADS: i64 = 1 << 16;

/// A vectorised load or store: each thread moves `elements` adjacent elements of `element_bits` bits each.
///
/// A thread moves 1, 2, 4, 8 or 16 bytes (PTX `ld` and `st` up to `.v4.b32` and `.v2.b64`), and 32 bytes of global
/// memory on sm_100 and above (`.v8.b32`).
///
/// ```
/// use layout_algebra::analysis::Access;
///
/// let halves = Access::new(16, 8)?; // 8 x f16: ld.shared.v4.b32
/// assert_eq!((halves.bytes(), halves.threads_a_phase()), (16, 8));
/// assert_eq!(
///     Access::new(32, 3).unwrap_err().to_string(),
///     "access: 3 elements of 32 bits are no access of one thread, which is 1, 2, 4, 8, .. up to 32 bytes wide; \
///      the nearest vectors that work are 2 and 4"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    element_bits: i64,
    elements: i64,
}

impl Access {
    /// Bytes of the widest access of shared memory.
    pub const WIDEST_SHARED: i64 = 16;
    /// Bytes of the widest access of global memory.
    pub const WIDEST: i64 = 32;

    /// An access of `elements` adjacent elements of `element_bits` bits.
    ///
    /// # Errors
    /// [`ErrorKind::AccessWidth`] when that is no power of two of bytes up to [`WIDEST`](Self::WIDEST).
    pub fn new(element_bits: i64, elements: i64) -> Result<Self, Error> {
        let access = Access { element_bits, elements };
        if access.is_within(Self::WIDEST) { Ok(access) } else { Err(access.refused("access", Self::WIDEST)) }
    }

    /// One row of 16 bytes a thread, as `ldmatrix` and `stmatrix` address an 8x8 matrix of 16-bit elements: the
    /// threads of a phase hold the rows of one matrix.
    ///
    /// # Errors
    /// [`ErrorKind::AccessWidth`] when `element_bits` does not divide 128.
    pub fn ldmatrix(element_bits: i64) -> Result<Self, Error> {
        Access::new(element_bits, if element_bits > 0 { 128 / element_bits } else { 0 })
    }

    /// The size of an element in bits.
    pub fn element_bits(&self) -> i64 {
        self.element_bits
    }

    /// How many elements a thread moves.
    pub fn elements(&self) -> i64 {
        self.elements
    }

    /// How many bytes a thread moves.
    pub fn bytes(&self) -> i64 {
        self.bits() / 8
    }

    fn bits(&self) -> i64 {
        self.element_bits * self.elements
    }

    /// How many threads access shared memory at once: all of a warp with up to 4 bytes each, half of them with 8, a
    /// quarter with 16. A wavefront of shared memory moves at most 128 bytes.
    pub fn threads_a_phase(&self) -> i64 {
        (WARP * 4 / self.bytes()).min(WARP)
    }

    fn is_within(&self, widest: i64) -> bool {
        let bits =
            self.element_bits.checked_mul(self.elements).filter(|bits| (8..=8 * widest).contains(bits));
        self.element_bits > 0 && bits.is_some_and(|bits| bits.count_ones() == 1)
    }

    fn refused(&self, operation: &'static str, widest: i64) -> Error {
        let Access { element_bits, elements } = *self;
        let works = |elements| Access { element_bits, elements }.is_within(widest);
        let nearest = Nearest::around(elements, works);
        Error::new(operation, ErrorKind::AccessWidth { element_bits, elements, widest, nearest })
    }

    /// Refuses what is wider than an access of shared memory.
    pub(super) fn of_shared_memory(self, operation: &'static str) -> Result<Self, Error> {
        if self.is_within(Self::WIDEST_SHARED) {
            Ok(self)
        } else {
            Err(self.refused(operation, Self::WIDEST_SHARED))
        }
    }

    /// The first byte that each thread accesses.
    ///
    /// # Errors
    /// [`ErrorKind::Misaligned`], [`ErrorKind::Overflow`].
    pub(super) fn first_bytes(&self, operation: &'static str, offsets: &[i64]) -> Result<Vec<i64>, Error> {
        let mut bytes = Vec::with_capacity(offsets.len());
        for (thread, &offset) in (0..).zip(offsets) {
            let bit = checked::mul(operation, offset, self.element_bits)?;
            // The last byte must fit, too.
            checked::add(operation, bit, self.bits())?;
            if bit % self.bits() != 0 {
                let common =
                    offsets.iter().fold(self.elements, |common, &offset| checked::gcd(common, offset));
                let aligned = if common * self.element_bits % 8 == 0 { common } else { 0 };
                let kind = ErrorKind::Misaligned { thread, bit, width: self.bits(), aligned };
                return Err(Error::new(operation, kind));
            }
            bytes.push(bit / 8);
        }
        Ok(bytes)
    }
}

/// The first offsets of the vectors of all threads: coordinate t is thread t.
pub(super) fn thread_offsets<F: OffsetFunction + ?Sized>(
    operation: &'static str,
    threads: &F,
) -> Result<Vec<i64>, Error> {
    threads.offset_table(MOST_THREADS).map_err(|error| error.of_operation(operation))
}

/// The first offset of each vector of each thread: for each group of `access.elements()` values, one list with an
/// offset a thread.
///
/// # Errors
/// [`ErrorKind::ScatteredVector`] when the values of a vector are not adjacent; [`ErrorKind::BadFactor`] when they make
/// no whole number of vectors; [`ErrorKind::TooLarge`] above [`MOST_THREADS`] threads and values together; the errors
/// of `offset`.
pub(super) fn vectors(
    operation: &'static str,
    access: Access,
    threads: i64,
    values: i64,
    mut offset: impl FnMut(i64, i64) -> Result<i64, Error>,
) -> Result<Vec<Vec<i64>>, Error> {
    let count = checked::mul(operation, threads.max(1), values.max(0))?;
    if count > MOST_THREADS {
        return Err(too_many(count, MOST_THREADS).of_operation(operation));
    }
    if values % access.elements != 0 {
        let reason = format!("{} values are no whole number of vectors of {}", values, access.elements);
        return Err(Error::new(operation, ErrorKind::BadFactor { reason }));
    }
    let step = usize::try_from(access.elements).unwrap_or(1).max(1);
    let mut requests = Vec::new();
    for first in (0..values).step_by(step) {
        let mut starts = Vec::new();
        for thread in 0..threads {
            let start = offset(thread, first)?;
            for value in first + 1..first + access.elements {
                let (expected, found) =
                    (checked::add(operation, start, value - first)?, offset(thread, value)?);
                if expected != found {
                    let kind = ErrorKind::ScatteredVector { thread, value, expected, found };
                    return Err(Error::new(operation, kind));
                }
            }
            starts.push(start);
        }
        requests.push(starts);
    }
    Ok(requests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_are_powers_of_two_of_bytes() {
        let bytes = |bits, elements| Access::new(bits, elements).map(|access| access.bytes()).ok();
        assert_eq!(
            [bytes(8, 1), bytes(16, 8), bytes(64, 4), bytes(4, 2)],
            [Some(1), Some(16), Some(32), Some(1)]
        );
        assert_eq!([bytes(4, 1), bytes(64, 8), bytes(24, 2), bytes(32, 0), bytes(-8, -2)], [None; 5]);
        assert_eq!(bytes(i64::MAX, 2), None);
        let access = Access::new(16, 4).unwrap();
        assert_eq!((access.element_bits(), access.elements()), (16, 4));
    }

    #[test]
    fn a_row_of_a_matrix_has_16_bytes() {
        let row =
            |bits| Access::ldmatrix(bits).map(|access| (access.elements(), access.threads_a_phase())).ok();
        assert_eq!([row(8), row(16), row(128)], [Some((16, 8)), Some((8, 8)), Some((1, 8))]);
        assert_eq!([row(0), row(48), row(-16)], [None; 3]);
    }

    #[test]
    fn phases_have_128_bytes_or_a_warp() {
        let threads = |bytes| Access::new(8, bytes).unwrap().threads_a_phase();
        assert_eq!([1, 2, 4, 8, 16, 32].map(threads), [32, 32, 32, 16, 8, 4]);
    }

    #[test]
    fn misalignment_names_the_widest_vector_that_is_aligned() {
        let aligned = |bits, elements, offsets: &[i64]| {
            let refusal = Access::new(bits, elements).unwrap().first_bytes("access", offsets).unwrap_err();
            match refusal.kind() {
                ErrorKind::Misaligned { thread, aligned, .. } => (*thread, *aligned),
                _ => panic!("{refusal}"),
            }
        };
        assert_eq!(aligned(32, 4, &[0, 8, 6]), (2, 2));
        assert_eq!(aligned(4, 2, &[0, 1]), (1, 0));
        assert_eq!(aligned(4, 8, &[0, 2]), (1, 2));
        let far = Access::new(8, 16).unwrap().first_bytes("access", &[i64::MAX / 8]);
        assert_eq!(far, Err(Error::overflow("access")));
    }
}
