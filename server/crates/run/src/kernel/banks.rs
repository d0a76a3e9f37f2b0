//! The banks of shared memory: what a warp's accesses cost.

use layout_algebra::analysis::{Access, bank_conflicts, sectors};

use crate::{
    invariant::{count, invariant},
    report::float,
};

/// Bytes that the banks give at a time: 32 words of 4.
pub(crate) const BANK_ROW: i64 = 128;

/// Accesses of warps to shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SharedAccesses {
    /// Bytes of a lane's access: 1 to 16.
    pub(crate) bytes: i64,
    /// The lanes' addresses, an access of a warp each.
    pub(crate) warps: Vec<[i64; 32]>,
}

impl SharedAccesses {
    /// Wavefronts of an access on average; 0 where there is none.
    pub(crate) fn wavefronts(&self) -> f64 {
        let total: u64 = self.warps.iter().map(|addresses| wavefronts(addresses, self.bytes)).sum();
        if self.warps.is_empty() { 0.0 } else { float(total) / float(self.warps.len() as u64) }
    }

    /// Wavefronts of an access without conflicts.
    pub(crate) fn least(&self) -> f64 {
        float((32 * self.bytes / BANK_ROW).max(1).unsigned_abs())
    }
}

/// What each lane of a warp has, by its number.
pub(crate) fn by_lane<T>(of: impl Fn(i64) -> T) -> [T; 32] {
    // A lane's number is below 32.
    std::array::from_fn(|lane| of(i64::try_from(lane).unwrap_or_default()))
}

/// Wavefronts that a warp's accesses of `bytes` each take.
fn wavefronts(addresses: &[i64], bytes: i64) -> u64 {
    let counted = Access::new(8, bytes).and_then(|access| bank_conflicts(addresses, access));
    // Kernels access 1 to 16 bytes at once, all of which a warp can.
    invariant!(counted.is_ok(), "an access of {bytes} bytes");
    counted.map_or(0, |counted| positive(counted.wavefronts()))
}

/// What an access of some lanes of a warp costs, each of `bytes` at an address: wavefronts of shared memory and the least
/// of them, or sectors of global memory and the least.
pub(crate) fn access_cost(shared: bool, lanes: &[Option<i64>; 32], bytes: i64) -> (u64, u64) {
    let Ok(access) = Access::new(8, bytes) else {
        invariant!(false, "an access of {bytes} bytes");
        return (0, 0);
    };
    let active: Vec<i64> = lanes.iter().flatten().copied().collect();
    if !shared {
        let counted = sectors(active.as_slice(), access);
        invariant!(counted.is_ok(), "an access of {bytes} bytes of global memory by {} lanes", active.len());
        return counted.map_or((0, 0), |counted| (positive(counted.total()), positive(counted.ideal())));
    }
    // Phases go by lanes: one that does nothing stands where another of its phase does, and adds no word.
    let together = count(access.threads_a_phase());
    let phases = lanes.chunks(together).filter_map(|phase| {
        let first = phase.iter().flatten().next()?;
        let addresses: Vec<i64> = phase.iter().map(|lane| lane.unwrap_or(*first)).collect();
        let counted = bank_conflicts(addresses.as_slice(), access);
        invariant!(counted.is_ok(), "an access of {bytes} bytes of shared memory");
        counted.ok()
    });
    phases.fold((0, 0), |(wavefronts, least), counted| {
        (wavefronts + positive(counted.wavefronts()), least + positive(counted.ideal_wavefronts()))
    })
}

fn positive(number: i64) -> u64 {
    number.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wavefronts_are_those_of_the_banks() {
        let words = |stride: i64| (0..32).map(|lane| lane * stride).collect::<Vec<_>>();
        assert_eq!(wavefronts(&words(4), 4), 1);
        assert_eq!(wavefronts(&words(128), 4), 32, "a column of a 32-word matrix");
        assert_eq!(wavefronts(&words(132), 4), 1, "padded");
        assert_eq!(wavefronts(&words(16), 16), 4);
        assert_eq!(wavefronts(&words(8), 8), 2);
        assert_eq!(wavefronts(&words(0), 4), 1, "a broadcast");
        assert_eq!(wavefronts(&words(1), 1), 1);
    }
}
