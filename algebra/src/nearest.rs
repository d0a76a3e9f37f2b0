//! What would work instead of a number that does not.

/// The nearest numbers for which the operation would have a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Nearest {
    /// The largest that works and is smaller than the one given.
    pub below: Option<i64>,
    /// The smallest that works and is larger than the one given.
    pub above: Option<i64>,
}

impl Nearest {
    /// How far [`Nearest::around`] looks.
    const FARTHEST: i64 = 2048;

    /// The nearest numbers of at least 1 around `value` that work.
    pub(crate) fn around(value: i64, works: impl Fn(i64) -> bool) -> Self {
        let lowest = value.saturating_sub(Self::FARTHEST).max(1);
        let highest = value.saturating_add(Self::FARTHEST);
        Nearest {
            below: (lowest..value).rev().find(|&number| works(number)),
            above: (value.saturating_add(1)..=highest).find(|&number| works(number)),
        }
    }
}

fn nearest_of(what: &str, nearest: &Nearest) -> String {
    match (nearest.below, nearest.above) {
        (Some(below), Some(above)) => format!("; the nearest {what}s that work are {below} and {above}"),
        (Some(only), None) | (None, Some(only)) => format!("; the nearest {what} that works is {only}"),
        (None, None) => String::new(),
    }
}

/// `; the nearest sizes that work are 4 and 8`, for a message.
pub(crate) fn sizes(nearest: &Nearest) -> String {
    nearest_of("size", nearest)
}

/// As [`sizes`], of strides.
pub(crate) fn strides(nearest: &Nearest) -> String {
    nearest_of("stride", nearest)
}

/// As [`sizes`], of divisors.
pub(crate) fn divisors(nearest: &Nearest) -> String {
    nearest_of("divisor", nearest)
}

/// `, or use one of the nearest counts that work, 0 and 1`, for a message.
pub(crate) fn counts(nearest: &Nearest) -> String {
    match (nearest.below, nearest.above) {
        (Some(below), Some(above)) => {
            format!(", or use one of the nearest counts that work, {below} and {above}")
        }
        _ => String::new(),
    }
}

/// As [`sizes`], of the numbers of elements in a vector.
pub(crate) fn vectors(nearest: &Nearest) -> String {
    nearest_of("vector", nearest)
}
