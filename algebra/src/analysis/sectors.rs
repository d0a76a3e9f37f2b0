//! What a warp's access of global memory moves: sectors and cache lines.

use std::ops::Range;

use super::OffsetFunction;
use super::access::{Access, WARP, thread_offsets, vectors};
use crate::Error;

const OPERATION: &str = "sectors";
/// Bytes of a sector: the least that global memory moves.
pub const SECTOR_BYTES: i64 = 32;
/// Bytes of a cache line: four sectors.
pub const LINE_BYTES: i64 = 128;

/// What the accesses of all warps move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sectors {
    /// The access of each thread.
    pub access: Access,
    /// One for each warp, and for each vector where threads access several.
    pub requests: Vec<SectorRequest>,
}

/// What one request of a warp moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectorRequest {
    /// The threads of the warp.
    pub threads: Range<i64>,
    /// Different sectors of 32 bytes.
    pub sectors: i64,
    /// The sectors that its bytes would fill.
    pub ideal: i64,
    /// Different cache lines of 128 bytes.
    pub lines: i64,
    /// Different bytes that the threads use.
    pub bytes: i64,
}

impl Sectors {
    /// The most sectors that a request moves.
    pub fn most(&self) -> i64 {
        self.requests.iter().map(|request| request.sectors).max().unwrap_or(0)
    }

    /// Sectors of all requests together.
    pub fn total(&self) -> i64 {
        self.requests.iter().map(|request| request.sectors).sum()
    }

    /// Sectors that the bytes of each request would fill, of all requests together.
    pub fn ideal(&self) -> i64 {
        self.requests.iter().map(|request| request.ideal).sum()
    }

    /// Cache lines of all requests together.
    pub fn lines(&self) -> i64 {
        self.requests.iter().map(|request| request.lines).sum()
    }

    /// Different bytes that the requests use, of all requests together.
    pub fn bytes(&self) -> i64 {
        self.requests.iter().map(|request| request.bytes).sum()
    }

    /// The share of the moved bytes that is used, in whole per cent, rounded down.
    pub fn efficiency(&self) -> i64 {
        self.bytes().saturating_mul(100) / self.total().saturating_mul(SECTOR_BYTES).max(1)
    }
}

/// The sectors that each warp moves when thread t accesses the vector that begins at offset `threads(t)`.
///
/// Global memory is moved in sectors of 32 bytes, four to a cache line; a request moves every sector that one of its
/// threads touches, once. Offsets count elements from a base that is aligned to 128 bytes (`cudaMalloc` gives 256).
///
/// Source: CUDA C++ Best Practices Guide, section on coalesced access to global memory (compute capability 6.0 and
/// above); Nsight Compute counts the same as sectors per request.
///
/// # Errors
/// [`Misaligned`](crate::ErrorKind::Misaligned), [`TooLarge`](crate::ErrorKind::TooLarge) above
/// [`MOST_THREADS`](super::MOST_THREADS), [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Layout, analysis::{Access, sectors}};
///
/// let rows = sectors(&"32:1".parse::<Layout>()?, Access::new(32, 1)?)?;
/// assert_eq!((rows.total(), rows.ideal(), rows.lines(), rows.efficiency()), (4, 4, 1, 100));
/// let columns = sectors(&"32:1024".parse::<Layout>()?, Access::new(32, 1)?)?;
/// assert_eq!((columns.total(), columns.ideal(), columns.lines(), columns.efficiency()), (32, 4, 32, 12));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn sectors<F: OffsetFunction + ?Sized>(threads: &F, access: Access) -> Result<Sectors, Error> {
    let offsets = thread_offsets(OPERATION, threads)?;
    Ok(Sectors { access, requests: requests(access, &offsets)? })
}

/// The sectors when thread t holds the values `offset(t, 0..values)` and accesses them vector by vector: a thread-value
/// layout, or any other function.
///
/// # Errors
/// Those of [`sectors`]; [`ScatteredVector`](crate::ErrorKind::ScatteredVector) when the values of a vector are not
/// adjacent; [`BadFactor`](crate::ErrorKind::BadFactor) when they make no whole number of vectors; the errors of
/// `offset`.
///
/// ```
/// use layout_algebra::analysis::{Access, sectors_of_values};
///
/// // Each of 32 threads holds 8 adjacent f32 and loads them as two float4: half of each sector is used at a time.
/// let sectors = sectors_of_values(32, 8, Access::new(32, 4)?, |thread, value| Ok(8 * thread + value))?;
/// assert_eq!((sectors.total(), sectors.ideal(), sectors.efficiency()), (64, 32, 50));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn sectors_of_values(
    threads: i64,
    values: i64,
    access: Access,
    offset: impl FnMut(i64, i64) -> Result<i64, Error>,
) -> Result<Sectors, Error> {
    let mut all = Vec::new();
    for starts in vectors(OPERATION, access, threads, values, offset)? {
        all.extend(requests(access, &starts)?);
    }
    Ok(Sectors { access, requests: all })
}

fn requests(access: Access, offsets: &[i64]) -> Result<Vec<SectorRequest>, Error> {
    let bytes = access.first_bytes(OPERATION, offsets)?;
    let warp = usize::try_from(WARP).unwrap_or(1);
    let warps = (0..).step_by(warp).zip(bytes.chunks(warp));
    Ok(warps.map(|(first, bytes)| request(access, first, bytes)).collect())
}

/// The request of the threads from `first` on. An aligned access lies in one sector, for it is no wider.
fn request(access: Access, first: i64, bytes: &[i64]) -> SectorRequest {
    let different = |unit: i64| {
        let mut units: Vec<i64> = bytes.iter().map(|byte| byte.div_euclid(unit)).collect();
        units.sort_unstable();
        units.dedup();
        i64::try_from(units.len()).unwrap_or(i64::MAX)
    };
    let used = different(access.bytes()) * access.bytes();
    SectorRequest {
        threads: first..first.saturating_add(i64::try_from(bytes.len()).unwrap_or(i64::MAX)),
        sectors: different(SECTOR_BYTES),
        ideal: crate::checked::ceil_div_positive(used, SECTOR_BYTES),
        lines: different(LINE_BYTES),
        bytes: used,
    }
}

#[cfg(test)]
mod laws {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Layout;
    use crate::arbitrary::either_layout;

    #[track_caller]
    fn check(layout: &str, element_bits: i64, elements: i64, most_ideal_lines: (i64, i64, i64)) {
        let access = Access::new(element_bits, elements).unwrap();
        let sectors = sectors(&layout.parse::<Layout>().unwrap(), access).unwrap();
        assert_eq!((sectors.most(), sectors.ideal(), sectors.lines()), most_ideal_lines, "{sectors:?}");
    }

    #[test]
    fn a_warp_of_adjacent_vectors_moves_what_it_uses() {
        check("32:1", 16, 1, (2, 2, 1));
        check("32:1", 32, 1, (4, 4, 1));
        check("32:4", 32, 4, (16, 16, 4));
        check("32:8", 32, 8, (32, 32, 8));
    }

    #[test]
    fn strides_and_broadcasts_change_what_is_used_of_a_sector() {
        check("32:2", 32, 1, (8, 4, 2));
        check("32:8", 32, 1, (32, 4, 8));
        check("32:0", 32, 1, (1, 1, 1));
        check("(4,8):(1,1024)", 32, 1, (8, 4, 8));
        check("(8,16):(1,8)", 64, 1, (8, 32, 8));
    }

    proptest! {
        #[test]
        fn sectors_are_what_counting_bytes_gives(layout in either_layout(), log_elements in 0_u32..=3, shift in -9_i64..9) {
            let access = Access::new(32, 1 << log_elements).unwrap();
            let offsets: Vec<i64> =
                layout.offsets().map(|offset| (offset.unwrap() - shift) << log_elements).collect();
            let found = sectors(offsets.as_slice(), access).unwrap();
            for (request, offsets) in found.requests.iter().zip(offsets.chunks(32)) {
                let bytes: BTreeSet<i64> =
                    offsets.iter().flat_map(|offset| offset * 4..offset * 4 + access.bytes()).collect();
                let units = |unit: i64| bytes.iter().map(|byte| byte.div_euclid(unit)).collect::<BTreeSet<_>>().len() as i64;
                let used = bytes.len() as i64;
                prop_assert_eq!((request.sectors, request.lines, request.bytes), (units(32), units(128), used));
                prop_assert_eq!(request.ideal, (used + 31) / 32);
            }
            let of_values = sectors_of_values(layout.size(), access.elements(), access, |thread, value| {
                Ok(offsets[usize::try_from(thread).unwrap()] + value)
            });
            prop_assert_eq!(of_values.unwrap(), found);
        }
    }
}
