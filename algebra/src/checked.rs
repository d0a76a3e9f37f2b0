//! Integer arithmetic that reports overflow as an error of the operation it belongs to.

use crate::Error;

#[cold]
fn overflow(operation: &'static str) -> Error {
    Error::overflow(operation)
}

#[inline]
pub(crate) fn add(operation: &'static str, a: i64, b: i64) -> Result<i64, Error> {
    a.checked_add(b).ok_or_else(|| overflow(operation))
}

#[inline]
pub(crate) fn mul(operation: &'static str, a: i64, b: i64) -> Result<i64, Error> {
    a.checked_mul(b).ok_or_else(|| overflow(operation))
}

#[inline]
pub(crate) fn abs(operation: &'static str, a: i64) -> Result<i64, Error> {
    a.checked_abs().ok_or_else(|| overflow(operation))
}

/// `ceil(a / b)` for `a >= 0`, `b > 0`.
#[inline]
pub(crate) fn ceil_div_positive(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0)
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Only 2^63 does not fit, for `i64::MIN` and itself or 0: half of it divides both too.
    i64::try_from(a).unwrap_or(1 << 62)
}
