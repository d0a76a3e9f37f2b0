//! The banks of shared memory: what a warp's accesses cost.

use crate::report::float;

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
        let total: u32 = self.warps.iter().map(|addresses| wavefronts(addresses, self.bytes)).sum();
        if self.warps.is_empty() { 0.0 } else { f64::from(total) / float(self.warps.len() as u64) }
    }

    /// Wavefronts of an access without conflicts.
    pub(crate) fn least(&self) -> f64 {
        float((32 * self.bytes / BANK_ROW).max(1).unsigned_abs())
    }
}

/// Wavefronts that a warp's accesses of `bytes` each take: a phase for each 128 bytes, and in a phase as many as
/// different words in one bank.
fn wavefronts(addresses: &[i64], bytes: i64) -> u32 {
    let lanes = usize::try_from(BANK_ROW / bytes.max(4)).unwrap_or(32).min(32);
    let phase = |addresses: &[i64]| {
        let mut words: Vec<i64> = addresses
            .iter()
            .flat_map(|address| (0..bytes.max(4) / 4).map(move |word| address / 4 + word))
            .collect();
        words.sort_unstable();
        words.dedup();
        let mut banks = [0_u32; 32];
        for word in words {
            if let Some(bank) = usize::try_from(word % 32).ok().and_then(|bank| banks.get_mut(bank)) {
                *bank += 1;
            }
        }
        banks.into_iter().max().unwrap_or(0)
    };
    addresses.chunks(lanes).map(phase).sum()
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
