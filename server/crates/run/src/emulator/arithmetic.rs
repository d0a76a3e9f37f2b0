//! Arithmetic of the emulated lanes; constants are folded with the same.
//!
//! A lane's number stands in the low bits of 64, the others are 0. What C++ leaves open, a division by 0 and a shift by the
//! width, is 0: lanes that a branch has switched off compute too, with whatever stands in their registers, so that a divisor
//! of 0 is no sign of a fault.

use half::{bf16, f16};

use super::{
    invariant::invariant,
    source::{Binary, Scalar},
};

/// A number for each lane of a warp.
pub(super) type Lanes = [u64; 32];

fn each(a: &Lanes, b: &Lanes, to: &mut Lanes, operation: impl Fn(u64, u64) -> u64) {
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        *to = operation(*a, *b);
    }
}

/// `a operator b` in numbers of this type; comparisons make 0 and 1. What C++ leaves open, such as a division by 0,
/// gives some number.
pub(super) fn binary(operator: Binary, ty: Scalar, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    match ty {
        Scalar::F32 => float(operator, a, b, to),
        Scalar::F64 => double(operator, a, b, to),
        Scalar::I64 => signed_long(operator, a, b, to),
        Scalar::U64 => unsigned_long(operator, a, b, to),
        Scalar::I32 => signed(operator, a, b, to),
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 => unsigned(operator, a, b, to),
        Scalar::F16 | Scalar::BF16 => {
            invariant!(false, "{operator:?} of numbers in half precision, which are not calculated with");
            to.fill(u64::MAX);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn unsigned(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    let each = |to: &mut Lanes, operation: fn(u32, u32) -> u32| {
        self::each(a, b, to, |a, b| operation(a as u32, b as u32).into());
    };
    match operator {
        Binary::Add => self::each(a, b, to, |a, b| (a as u32).wrapping_add(b as u32).into()),
        Binary::Subtract => self::each(a, b, to, |a, b| (a as u32).wrapping_sub(b as u32).into()),
        Binary::Multiply => self::each(a, b, to, |a, b| (a as u32).wrapping_mul(b as u32).into()),
        Binary::Divide => match power_of_two(b) {
            Some(shift) => self::each(a, b, to, |a, _| a >> shift),
            None => each(to, |a, b| a.checked_div(b).unwrap_or(0)),
        },
        Binary::Remainder => match power_of_two(b) {
            Some(shift) => self::each(a, b, to, |a, _| a & ((1 << shift) - 1)),
            None => each(to, |a, b| a.checked_rem(b).unwrap_or(0)),
        },
        Binary::And => self::each(a, b, to, |a, b| a & b),
        Binary::Or => self::each(a, b, to, |a, b| a | b),
        Binary::Xor => self::each(a, b, to, |a, b| a ^ b),
        Binary::ShiftLeft => each(to, |a, b| a.checked_shl(b).unwrap_or(0)),
        Binary::ShiftRight => each(to, |a, b| a.checked_shr(b).unwrap_or(0)),
        Binary::Less => self::each(a, b, to, |a, b| u64::from(a < b)),
        Binary::LessOrEqual => self::each(a, b, to, |a, b| u64::from(a <= b)),
        Binary::Equal => self::each(a, b, to, |a, b| u64::from(a == b)),
        Binary::NotEqual => self::each(a, b, to, |a, b| u64::from(a != b)),
        Binary::Least => self::each(a, b, to, |a, b| a.min(b)),
        Binary::Greatest => self::each(a, b, to, |a, b| a.max(b)),
    }
}

/// The exponent where every lane divides by the same power of two.
fn power_of_two(divisors: &Lanes) -> Option<u32> {
    let [first, ..] = *divisors;
    let same = first.is_power_of_two() && divisors.iter().all(|divisor| *divisor == first);
    same.then(|| first.trailing_zeros())
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn signed(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    fn of(bits: u64) -> i32 {
        (bits as u32).cast_signed()
    }
    let each = |to: &mut Lanes, operation: fn(i32, i32) -> i32| {
        self::each(a, b, to, |a, b| operation(of(a), of(b)).cast_unsigned().into());
    };
    match operator {
        Binary::Divide => match (power_of_two(b), a.iter().all(|a| of(*a) >= 0)) {
            (Some(shift), true) => self::each(a, b, to, |a, _| a >> shift),
            _ => each(to, |a, b| a.checked_div(b).unwrap_or(0)),
        },
        Binary::Remainder => match (power_of_two(b), a.iter().all(|a| of(*a) >= 0)) {
            (Some(shift), true) => self::each(a, b, to, |a, _| a & ((1 << shift) - 1)),
            _ => each(to, |a, b| a.checked_rem(b).unwrap_or(0)),
        },
        Binary::ShiftRight => each(to, |a, b| a.wrapping_shr(b.cast_unsigned())),
        Binary::Less => self::each(a, b, to, |a, b| u64::from(of(a) < of(b))),
        Binary::LessOrEqual => self::each(a, b, to, |a, b| u64::from(of(a) <= of(b))),
        Binary::Least => each(to, |a, b| a.min(b)),
        Binary::Greatest => each(to, |a, b| a.max(b)),
        other => unsigned(other, a, b, to),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a shift is below 64")]
fn unsigned_long(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    match operator {
        Binary::Add => each(a, b, to, u64::wrapping_add),
        Binary::Subtract => each(a, b, to, u64::wrapping_sub),
        Binary::Multiply => each(a, b, to, u64::wrapping_mul),
        Binary::Divide => each(a, b, to, |a, b| a.checked_div(b).unwrap_or(0)),
        Binary::Remainder => each(a, b, to, |a, b| a.checked_rem(b).unwrap_or(0)),
        Binary::ShiftLeft => each(a, b, to, |a, b| a.checked_shl(b as u32).unwrap_or(0)),
        Binary::ShiftRight => each(a, b, to, |a, b| a.checked_shr(b as u32).unwrap_or(0)),
        // These look at all 64 bits in either width.
        other => unsigned(other, a, b, to),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a shift is below 64")]
fn signed_long(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    let each = |to: &mut Lanes, operation: fn(i64, i64) -> i64| {
        self::each(a, b, to, |a, b| operation(a.cast_signed(), b.cast_signed()).cast_unsigned());
    };
    match operator {
        Binary::Divide => each(to, |a, b| a.checked_div(b).unwrap_or(0)),
        Binary::Remainder => each(to, |a, b| a.checked_rem(b).unwrap_or(0)),
        Binary::ShiftRight => each(to, |a, b| a.wrapping_shr(b as u32)),
        Binary::Less => each(to, |a, b| (a < b).into()),
        Binary::LessOrEqual => each(to, |a, b| (a <= b).into()),
        Binary::Least => each(to, |a, b| a.min(b)),
        Binary::Greatest => each(to, |a, b| a.max(b)),
        other => unsigned_long(other, a, b, to),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
#[expect(clippy::float_cmp, reason = "the kernel's own comparison")]
fn float(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    fn of(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    match operator {
        Binary::Add => each(a, b, to, |a, b| (of(a) + of(b)).to_bits().into()),
        Binary::Subtract => each(a, b, to, |a, b| (of(a) - of(b)).to_bits().into()),
        Binary::Multiply => each(a, b, to, |a, b| (of(a) * of(b)).to_bits().into()),
        Binary::Divide => each(a, b, to, |a, b| (of(a) / of(b)).to_bits().into()),
        Binary::Less => each(a, b, to, |a, b| (of(a) < of(b)).into()),
        Binary::LessOrEqual => each(a, b, to, |a, b| (of(a) <= of(b)).into()),
        Binary::Equal => each(a, b, to, |a, b| (of(a) == of(b)).into()),
        Binary::NotEqual => each(a, b, to, |a, b| (of(a) != of(b)).into()),
        Binary::Least => each(a, b, to, |a, b| of(a).min(of(b)).to_bits().into()),
        Binary::Greatest => each(a, b, to, |a, b| of(a).max(of(b)).to_bits().into()),
        other => unsigned(other, a, b, to),
    }
}

/// `a * b + c` in f32.
#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
pub(super) fn multiply_add(a: &Lanes, b: &Lanes, c: &Lanes, to: &mut Lanes) {
    let of = |bits: u64| f32::from_bits(bits as u32);
    for (((to, a), b), c) in to.iter_mut().zip(a).zip(b).zip(c) {
        *to = (of(*a) * of(*b) + of(*c)).to_bits().into();
    }
}

#[expect(clippy::float_cmp, reason = "the kernel's own comparison")]
fn double(operator: Binary, a: &Lanes, b: &Lanes, to: &mut Lanes) {
    let of = f64::from_bits;
    match operator {
        Binary::Add => each(a, b, to, |a, b| (of(a) + of(b)).to_bits()),
        Binary::Subtract => each(a, b, to, |a, b| (of(a) - of(b)).to_bits()),
        Binary::Multiply => each(a, b, to, |a, b| (of(a) * of(b)).to_bits()),
        Binary::Divide => each(a, b, to, |a, b| (of(a) / of(b)).to_bits()),
        Binary::Less => each(a, b, to, |a, b| (of(a) < of(b)).into()),
        Binary::LessOrEqual => each(a, b, to, |a, b| (of(a) <= of(b)).into()),
        Binary::Equal => each(a, b, to, |a, b| (of(a) == of(b)).into()),
        Binary::NotEqual => each(a, b, to, |a, b| (of(a) != of(b)).into()),
        Binary::Least => each(a, b, to, |a, b| of(a).min(of(b)).to_bits()),
        Binary::Greatest => each(a, b, to, |a, b| of(a).max(of(b)).to_bits()),
        other => unsigned_long(other, a, b, to),
    }
}

/// A number as one of another type. Half precision is what an instruction widens to f32 or narrows f32 to; as an integer of
/// 16 bits it is its bits.
pub(super) fn convert(from: Scalar, into: Scalar, a: &Lanes, to: &mut Lanes) {
    use Scalar::{BF16, Bool, F16, F32, F64, I32, I64, U8, U16, U32, U64};
    let mut each = |operation: fn(u64) -> u64| {
        for (to, a) in to.iter_mut().zip(a) {
            *to = operation(*a);
        }
    };
    match (from, into) {
        (F16 | BF16, F64 | Bool | U8 | I32 | U32 | I64 | U64)
        | (F64 | Bool | U8 | I32 | U32 | I64 | U64, F16 | BF16)
        | (F16, BF16)
        | (BF16, F16) => {
            invariant!(false, "a number of type {from:?} is made one of type {into:?}");
            to.fill(u64::MAX);
        }
        (F32 | F64, Bool) => each(|bits| (bits << 1 != 0).into()),
        (_, Bool) => each(|bits| (bits != 0).into()),
        (F32, F16) => each(|bits| f16::from_f32(single(bits)).to_bits().into()),
        (F32, BF16) => each(|bits| bf16::from_f32(single(bits)).to_bits().into()),
        (F16, F32) => each(|bits| f16::from_bits(low(bits)).to_f32().to_bits().into()),
        (BF16, F32) => each(|bits| bf16::from_bits(low(bits)).to_f32().to_bits().into()),
        (F32, F64) => each(|bits| f64::from(single(bits)).to_bits()),
        (F64, F32) => each(|bits| narrowed(f64::from_bits(bits)).to_bits().into()),
        (F32, into) => from_float(|bits| single(bits).into(), into, a, to),
        (F64, into) => from_float(f64::from_bits, into, a, to),
        (from, F32) => to_float(from, |value| f64::from(narrowed(value)), F32, a, to),
        (from, F64) => to_float(from, |value| value, F64, a, to),
        (I32, I64 | U64) => each(|bits| i64::from(int(bits)).cast_unsigned()),
        (_, U8) => each(|bits| bits & 0xff),
        (_, U16 | F16 | BF16) => each(|bits| bits & 0xffff),
        (_, I32 | U32) => each(|bits| bits & 0xffff_ffff),
        (_, I64 | U64) => each(|bits| bits),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[expect(clippy::cast_possible_truncation, reason = "the low part is the number")]
fn low(bits: u64) -> u16 {
    bits as u16
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
fn int(bits: u64) -> i32 {
    (bits as u32).cast_signed()
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn narrowed(value: f64) -> f32 {
    value as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of C++, which cuts off")]
fn from_float(of: fn(u64) -> f64, into: Scalar, a: &Lanes, to: &mut Lanes) {
    for (to, a) in to.iter_mut().zip(a) {
        let value = of(*a);
        *to = match into {
            Scalar::I32 => (value as i32).cast_unsigned().into(),
            Scalar::I64 => (value as i64).cast_unsigned(),
            Scalar::U64 => value as u64,
            // Narrower ones keep the low bits of these.
            Scalar::U32 => (value as u32).into(),
            Scalar::U8 => u64::from(value as u32) & 0xff,
            Scalar::U16 => u64::from(value as u32) & 0xffff,
            Scalar::Bool | Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => {
                invariant!(false, "{value} is cut off to the type {into:?}");
                u64::MAX
            }
        };
    }
}

#[expect(clippy::cast_precision_loss, reason = "a cast of C++, which rounds")]
fn to_float(from: Scalar, round: fn(f64) -> f64, into: Scalar, a: &Lanes, to: &mut Lanes) {
    for (to, a) in to.iter_mut().zip(a) {
        let value = match from {
            Scalar::I32 => f64::from(int(*a)),
            Scalar::I64 => a.cast_signed() as f64,
            // Without a sign, whatever their width.
            Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => *a as f64,
            Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => {
                invariant!(false, "a number of type {from:?} is rounded as an integer");
                f64::NAN
            }
        };
        *to = if into == Scalar::F32 { narrowed(round(value)).to_bits().into() } else { value.to_bits() };
    }
}
