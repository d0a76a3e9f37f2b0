//! Test data: what each element holds before a run, as a function of its offset.
//!
//! `cuda/support/` holds the same functions; `data_is_what_the_device_fills` compares the two on a GPU.

use half::{bf16, f16};

use crate::Factor;

/// The byte of which poisoned elements consist.
///
/// No test datum of a copy has it as its lowest byte, and as a float it is NaN, so an element that holds only
/// poison was not written.
pub(crate) const POISON: u8 = 0xff;

/// Which buffer an element is in; different operands hold different data.
pub(crate) mod seed {
    /// A copy's source.
    pub(crate) const SOURCE: u64 = 1;
    /// A of a GEMM.
    pub(crate) const A: u64 = 2;
    /// B of a GEMM.
    pub(crate) const B: u64 = 3;
}

/// 64 well-mixed bits for an offset: the finaliser of SplitMix64.
fn mix(offset: i64, seed: u64) -> u64 {
    let mut bits = offset.cast_unsigned().wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// What element `offset` of a copy's source holds: `width` bytes.
pub(crate) fn bits(offset: i64, width: u64) -> u128 {
    let low = mix(offset, seed::SOURCE);
    let low = if low & 0xff == u64::from(POISON) { low ^ 0x80 } else { low };
    match width {
        16 => u128::from(low) | u128::from(mix(offset, seed::SOURCE + 0x100)) << 64,
        8.. => low.into(),
        _ => (low & ((1 << (8 * width)) - 1)).into(),
    }
}

/// What element `offset` of A or B holds: a value in [-1, 1], rounded to `factor`.
pub(crate) fn value(offset: i64, seed: u64, factor: Factor) -> f64 {
    let bits = mix(offset, seed);
    match factor {
        Factor::F64 => unit(bits >> 11, 52),
        Factor::F16 | Factor::BF16 => decode(encode(unit(bits >> 40, 23), factor), factor),
        Factor::F32 => unit(bits >> 40, 23),
    }
}

/// An integer below 2^(`scale`+1) to [-1, 1), exactly.
fn unit(integer: u64, scale: i32) -> f64 {
    // Both callers pass at most 53 bits, which a f64 holds exactly.
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
    let float = integer as f64;
    float * 2_f64.powi(-scale) - 1.0
}

/// The bits of `value` as an element: one rounding, to nearest even, where `value` is exact in f32 or the element f64.
///
/// Narrow types are rounded from f32 because `half` drops the low half of a f64 before it rounds.
#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
pub(crate) fn encode(value: f64, factor: Factor) -> u128 {
    match factor {
        Factor::F64 => value.to_bits().into(),
        Factor::F16 => f16::from_f32(value as f32).to_bits().into(),
        Factor::BF16 => bf16::from_f32(value as f32).to_bits().into(),
        Factor::F32 => (value as f32).to_bits().into(),
    }
}

/// The value of an element's bits.
#[expect(clippy::cast_possible_truncation, reason = "the bits above the element's width are not its own")]
pub(crate) fn decode(bits: u128, factor: Factor) -> f64 {
    match factor {
        Factor::F64 => f64::from_bits(bits as u64),
        Factor::F16 => f16::from_bits(bits as u16).to_f64(),
        Factor::BF16 => bf16::from_bits(bits as u16).to_f64(),
        Factor::F32 => f32::from_bits(bits as u32).into(),
    }
}

/// The element type's poison, all of its bytes [`POISON`].
pub(crate) fn poison(width: u64) -> u128 {
    u128::MAX >> (128 - 8 * width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_datum_of_a_copy_is_poison() {
        for width in [1, 2, 4, 8, 16] {
            for offset in 0..20_000 {
                let bits = bits(offset, width);
                assert_ne!(bits & 0xff, u128::from(POISON));
                assert_eq!(bits & !poison(width), 0, "wider than {width} bytes");
            }
        }
    }

    #[test]
    fn narrow_elements_are_rounded_once_to_nearest_even() {
        // Halfway between two f16 the even one is nearest; a little more than halfway is more than halfway.
        let step = 2_f64.powi(-10);
        for (value, nearest) in [
            (1.0 + step / 2.0, 1.0),
            (1.0 + 1.5 * step, 1.0 + 2.0 * step),
            (1.0 + step / 2.0 + 2_f64.powi(-23), 1.0 + step),
        ] {
            assert_eq!(decode(encode(value, Factor::F16), Factor::F16), nearest, "{value}");
        }
    }

    #[test]
    fn values_fill_the_interval_and_survive_their_type() {
        for factor in [Factor::F64, Factor::F32, Factor::F16, Factor::BF16] {
            let values: Vec<_> = (0..10_000).map(|offset| value(offset, seed::A, factor)).collect();
            assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
            assert!(values.iter().all(|&value| decode(encode(value, factor), factor) == value));
            let mean = values.iter().sum::<f64>() / 10_000.0;
            assert!(mean.abs() < 0.03, "mean {mean}");
            assert_ne!(value(0, seed::A, factor), value(0, seed::B, factor));
        }
    }
}
