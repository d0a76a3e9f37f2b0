//! Swizzles: XOR one group of address bits into another (`Swizzle` in CuTe's `swizzle.hpp`).

use std::fmt;

use crate::nearest::powers_of_two;
use crate::recast_factors::recast_factors;
use crate::{Error, ErrorKind};

/// `Sw<B,M,S>`: leaves the low M bits alone and XORs B bits, S positions higher, into the B bits above them
/// (S positions lower when S is negative).
///
/// ```
/// use layout_algebra::Swizzle;
///
/// let swizzle: Swizzle = "Sw<3,4,3>".parse()?;
/// assert_eq!(swizzle.apply(128), 144);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// The swizzle that changes nothing, `Sw<0,4,3>`.
    pub const IDENTITY: Swizzle = Swizzle { bits: 0, base: 4, shift: 3 };

    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    /// [`ErrorKind::BadSwizzle`] when bits or base is negative, `abs(shift) < bits` (the masks would overlap), or a
    /// mask reaches beyond bit 61.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self, Error> {
        let bad = |reason| Error::of_value(ErrorKind::BadSwizzle { bits, base, shift, reason });
        const TOP: i64 = 62;
        if bits < 0 {
            return Err(bad("the number of bits is negative"));
        }
        if base < 0 {
            return Err(bad("the number of low bits left alone is negative"));
        }
        if shift.checked_abs().is_none_or(|distance| distance < bits) {
            return Err(bad("the distance is less than the number of bits, so the two masks overlap"));
        }
        let top = base.saturating_add(bits).saturating_add(shift.saturating_abs());
        match (u32::try_from(bits), u32::try_from(base), i32::try_from(shift)) {
            (Ok(bits), Ok(base), Ok(shift)) if top <= TOP => Ok(Swizzle { bits, base, shift }),
            _ => Err(bad("a mask reaches beyond bit 61")),
        }
    }

    /// The swizzle that XORs the bits `read` into the bits `changed` (CuTe's `make_swizzle`).
    ///
    /// # Errors
    /// [`ErrorKind::NoSwizzle`], of `operation`, when they are not equally many contiguous bits, or overlap.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    ///
    /// assert_eq!(Swizzle::from_masks("make_swizzle", 0b1100_0000, 0b110)?.to_string(), "Sw<2,1,5>");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn from_masks(operation: &'static str, read: i64, changed: i64) -> Result<Self, Error> {
        let refused = |reason| Err(Error::new(operation, ErrorKind::NoSwizzle { read, changed, reason }));
        if read < 0 || changed < 0 {
            return refused("they are negative");
        }
        if read.count_ones() != changed.count_ones() {
            return refused("they are not equally many");
        }
        if read == 0 {
            return Ok(Swizzle { bits: 0, base: 0, shift: 0 });
        }
        let (from, to) = (i64::from(read.trailing_zeros()), i64::from(changed.trailing_zeros()));
        match Swizzle::new(i64::from(read.count_ones()), from.min(to), from - to) {
            Ok(swizzle) if swizzle.source_mask() == read && swizzle.target_mask() == changed => Ok(swizzle),
            Ok(_) => refused("they are not contiguous"),
            Err(_) => refused("they overlap, or reach beyond bit 61"),
        }
    }

    /// B: the number of bits in the mask.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// M: the number of low bits left alone.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// S: the distance of the two masks; negative when the higher one is changed.
    pub fn shift(&self) -> i32 {
        self.shift
    }

    /// The bits that are read (CuTe's `yyy_msk`).
    pub fn source_mask(&self) -> i64 {
        ((1_i64 << self.bits) - 1) << (self.base + self.shift.max(0).unsigned_abs())
    }

    /// The bits that change (CuTe's `zzz_msk`).
    pub fn target_mask(&self) -> i64 {
        ((1_i64 << self.bits) - 1) << (self.base + self.shift.min(0).unsigned_abs())
    }

    /// The same swizzle on elements that are each `factor` old ones.
    ///
    /// # Errors
    /// [`ErrorKind::BadFactor`] when the factor is no power of two.
    pub fn upcast(&self, factor: i64) -> Result<Self, Error> {
        let lost = log2("upcast", factor)?;
        // Bits that fall below bit 0 are lost to the mask.
        let kept = (self.base + self.bits).saturating_sub(lost).min(self.bits);
        Ok(Swizzle { bits: kept, base: self.base.saturating_sub(lost), shift: self.shift })
    }

    /// The same swizzle on elements that are each a `factor`-th of an old one.
    ///
    /// # Errors
    /// [`ErrorKind::BadFactor`] when the factor is no power of two, [`ErrorKind::BadSwizzle`] when a mask grows too
    /// far.
    pub fn downcast(&self, factor: i64) -> Result<Self, Error> {
        let gained = log2("downcast", factor)?;
        Swizzle::new(i64::from(self.bits), i64::from(self.base) + i64::from(gained), i64::from(self.shift))
    }

    /// The same swizzle with offsets in units of `new_bits` instead of `old_bits`: on bytes and on elements
    /// (`recast_layout` of a swizzle).
    ///
    /// # Errors
    /// Those of [`Swizzle::upcast`] and [`Swizzle::downcast`], and [`ErrorKind::BadFactor`] when a width is not
    /// positive.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    ///
    /// let on_bytes: Swizzle = "Sw<3,4,3>".parse()?;
    /// assert_eq!(on_bytes.recast(8, 16)?.to_string(), "Sw<3,3,3>");
    /// assert_eq!(on_bytes.recast(8, 4)?.to_string(), "Sw<3,5,3>");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn recast(&self, old_bits: i64, new_bits: i64) -> Result<Self, Error> {
        let (up, down) = recast_factors(old_bits, new_bits)?;
        self.upcast(up)?.downcast(down)
    }

    /// The swizzled offset.
    pub fn apply(&self, offset: i64) -> i64 {
        let source = offset & self.source_mask();
        let distance = self.shift.unsigned_abs();
        offset ^ if self.shift >= 0 { source >> distance } else { source << distance }
    }
}

fn log2(operation: &'static str, factor: i64) -> Result<u32, Error> {
    match factor {
        1.. if factor.count_ones() == 1 => Ok(factor.trailing_zeros()),
        _ => {
            let reason = format!("the factor {factor} is not a power of two{}", powers_of_two(factor));
            Err(Error::new(operation, ErrorKind::BadFactor { reason }))
        }
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_swizzle_undoes_itself(bits in 0..5_i64, base in 0..6_i64, shift in -8..8_i64, offset in 0..1_i64 << 40) {
            let Ok(swizzle) = Swizzle::new(bits, base, shift) else { return Ok(()) };
            prop_assert_eq!(swizzle.apply(swizzle.apply(offset)), offset);
            prop_assert_eq!(swizzle.apply(offset) & !swizzle.target_mask(), offset & !swizzle.target_mask());
        }

        #[test]
        fn upcast_swizzles_whole_elements(bits in 0..4_i64, base in 2..6_i64, shift in 4..8_i64, offset in 0..1_i64 << 30) {
            let swizzle = Swizzle::new(bits, base, shift).unwrap();
            prop_assert_eq!(swizzle.upcast(4).unwrap().apply(offset) * 4, swizzle.apply(offset * 4));
            prop_assert_eq!(swizzle.upcast(4).unwrap().downcast(4).unwrap(), swizzle);
        }
    }
}
