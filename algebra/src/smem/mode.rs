//! The swizzle modes that the hardware performs, and their numbers in each descriptor.

use std::fmt;

use crate::{Error, Swizzle};

/// Which mode of an operand is contiguous in memory (`GMMA::Major`, `UMMA::Major`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Major {
    /// The M or N mode.
    MN,
    /// The K mode.
    K,
}

impl Major {
    /// `MN` or `K`.
    pub fn name(self) -> &'static str {
        match self {
            Major::MN => "MN",
            Major::K => "K",
        }
    }
}

impl fmt::Display for Major {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A swizzle mode of shared memory, by the bytes that it permutes.
///
/// Each kind of descriptor numbers the modes in its own way: the GMMA descriptor of SM90, the UMMA descriptor of SM100,
/// and the TMA tensor map.
///
/// ```
/// use layout_algebra::smem::SwizzleMode;
///
/// let mode = SwizzleMode::of(&"Sw<3,4,3>".parse()?).unwrap();
/// assert_eq!(mode, SwizzleMode::B128);
/// assert_eq!((mode.gmma_layout_type(), mode.umma_layout_type(), mode.tensor_map()), (Some(1), 2, 3));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SwizzleMode {
    /// No swizzle: rows of 16 bytes (`INTERLEAVE`, `SWIZZLE_NONE`).
    Interleave,
    /// Rows of 32 bytes.
    B32,
    /// Rows of 64 bytes.
    B64,
    /// Rows of 128 bytes.
    B128,
    /// Rows of 128 bytes, permuted in pieces of 32 (`SWIZZLE_128B_BASE32B`, SM100 only).
    B128Base32,
}

/// Mode, B M S of the swizzle on bytes, its number in the descriptors of SM90 and SM100 and in the tensor map.
type Row = (SwizzleMode, [i64; 3], Option<u8>, u8, u8);

/// `mma_sm90_desc.hpp` (`LayoutType`), `mma_sm100_desc.hpp` (`LayoutType`), `cuda.h` (`CUtensorMapSwizzle`).
const MODES: [Row; 5] = [
    (SwizzleMode::Interleave, [0, 4, 3], Some(0), 0, 0),
    (SwizzleMode::B32, [1, 4, 3], Some(3), 6, 1),
    (SwizzleMode::B64, [2, 4, 3], Some(2), 4, 2),
    (SwizzleMode::B128, [3, 4, 3], Some(1), 2, 3),
    (SwizzleMode::B128Base32, [2, 5, 2], None, 1, 4),
];

/// The swizzles of [`MODES`], for messages.
pub(super) const SWIZZLES_SM90: &str = "Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3> on bytes";
pub(super) const SWIZZLES_SM100: &str = "Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3> and Sw<2,5,2> on bytes";

impl SwizzleMode {
    /// All modes.
    pub const ALL: [SwizzleMode; 5] = [
        SwizzleMode::Interleave,
        SwizzleMode::B32,
        SwizzleMode::B64,
        SwizzleMode::B128,
        SwizzleMode::B128Base32,
    ];

    fn row(self) -> Row {
        let [none, b32, b64, b128, base32] = MODES;
        match self {
            SwizzleMode::Interleave => none,
            SwizzleMode::B32 => b32,
            SwizzleMode::B64 => b64,
            SwizzleMode::B128 => b128,
            SwizzleMode::B128Base32 => base32,
        }
    }

    /// The mode that performs this swizzle on byte addresses, if there is one.
    pub fn of(swizzle: &Swizzle) -> Option<Self> {
        let own = [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())];
        MODES.iter().find(|(_, parameters, ..)| *parameters == own).map(|&(mode, ..)| mode)
    }

    /// The swizzle on byte addresses.
    ///
    /// # Errors
    /// None: every mode's swizzle is one.
    pub fn swizzle(self) -> Result<Swizzle, Error> {
        let [bits, base, shift] = self.row().1;
        Swizzle::new(bits, base, shift)
    }

    /// The bytes of a row that the swizzle permutes.
    pub fn row_bytes(self) -> i64 {
        match self {
            SwizzleMode::Interleave => 16,
            SwizzleMode::B32 => 32,
            SwizzleMode::B64 => 64,
            SwizzleMode::B128 | SwizzleMode::B128Base32 => 128,
        }
    }

    /// The layout type in the matrix descriptor of SM90 (`GmmaDescriptor`): 0, 3, 2, 1 for none, 32, 64, 128 bytes.
    pub fn gmma_layout_type(self) -> Option<u8> {
        self.row().2
    }

    /// The layout type in the matrix descriptor of SM100 (`UMMA::SmemDescriptor`): 0, 6, 4, 2 for none, 32, 64, 128
    /// bytes, 1 for 128 bytes in pieces of 32.
    pub fn umma_layout_type(self) -> u8 {
        self.row().3
    }

    /// The number in a TMA tensor map (`CUtensorMapSwizzle`): 0, 1, 2, 3 for none, 32, 64, 128 bytes, 4 for 128 bytes in
    /// pieces of 32.
    pub fn tensor_map(self) -> u8 {
        self.row().4
    }
}

impl fmt::Display for SwizzleMode {
    /// `no swizzle`, `128-byte swizzle`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SwizzleMode::Interleave => f.write_str("no swizzle"),
            SwizzleMode::B128Base32 => f.write_str("128-byte swizzle of 32-byte pieces"),
            mode => write!(f, "{}-byte swizzle", mode.row_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_found_by_its_swizzle() {
        for mode in SwizzleMode::ALL {
            assert_eq!(SwizzleMode::of(&mode.swizzle().unwrap()), Some(mode));
        }
        assert_eq!(SwizzleMode::of(&"Sw<3,3,3>".parse().unwrap()), None);
    }

    #[test]
    fn descriptors_number_the_modes_differently() {
        let numbers = |of: fn(SwizzleMode) -> Option<u8>| SwizzleMode::ALL.map(of);
        assert_eq!(numbers(SwizzleMode::gmma_layout_type), [Some(0), Some(3), Some(2), Some(1), None]);
        assert_eq!(numbers(|mode| Some(mode.umma_layout_type())), [0, 6, 4, 2, 1].map(Some));
        assert_eq!(numbers(|mode| Some(mode.tensor_map())), [0, 1, 2, 3, 4].map(Some));
    }

    #[test]
    fn a_swizzle_on_bits_bytes_and_elements_is_one_function() {
        let bytes = SwizzleMode::B128.swizzle().unwrap();
        let (bits, halves) = (bytes.recast(8, 1).unwrap(), bytes.recast(8, 16).unwrap());
        assert_eq!((bits.to_string(), halves.to_string()), ("Sw<3,7,3>".to_owned(), "Sw<3,3,3>".to_owned()));
        for element in 0..4096 {
            assert_eq!(bytes.apply(element * 2), halves.apply(element) * 2);
            assert_eq!(bits.apply(element * 16), halves.apply(element) * 16);
        }
    }
}
