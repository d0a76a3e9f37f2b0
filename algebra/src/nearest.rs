//! What would work instead of an argument that does not.

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

    /// How far [`Nearest::tried`] looks.
    const FARTHEST_TRIED: i64 = 64;

    /// The nearest numbers of at least 1 around `value` that work, where a test costs little.
    pub(crate) fn around(value: i64, works: impl Fn(i64) -> bool) -> Self {
        Self::within(Self::FARTHEST, value, works)
    }

    /// As [`around`](Self::around), where each test runs a whole operation.
    pub(crate) fn tried(value: i64, works: impl Fn(i64) -> bool) -> Self {
        Self::within(Self::FARTHEST_TRIED, value, works)
    }

    fn within(farthest: i64, value: i64, works: impl Fn(i64) -> bool) -> Self {
        let lowest = value.saturating_sub(farthest).max(1);
        let highest = value.saturating_add(farthest);
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

/// As [`sizes`], of sizes or strides of the right operand of a composition; the rest of a tile follows from the tile, so
/// that it is the tile's size that can be another.
pub(crate) fn of_operand(what: &str, operand: &str, nearest: &Nearest) -> String {
    if operand != "rest of the tile" {
        return nearest_of(what, nearest);
    }
    match (nearest.below, nearest.above) {
        (Some(below), Some(above)) => {
            format!("; the nearest sizes of the tile that work are {below} and {above}")
        }
        (Some(only), None) | (None, Some(only)) => {
            format!("; the nearest size of the tile that works is {only}")
        }
        (None, None) => String::new(),
    }
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

/// As [`sizes`], of the multiples of `factor` around an offset that is none.
pub(crate) fn multiples(offset: i64, factor: i64) -> String {
    let below = offset.checked_div_euclid(factor).and_then(|times| times.checked_mul(factor));
    let above = below.and_then(|below| below.checked_add(factor));
    nearest_of("offset", &Nearest { below, above })
}

/// The powers of two around a factor that is none, ready for a message.
pub(crate) fn powers_of_two(factor: i64) -> String {
    let above = u64::try_from(factor).ok().and_then(u64::checked_next_power_of_two);
    let above = above.and_then(|above| i64::try_from(above).ok());
    let below = (factor > 1).then(|| 1_i64 << (i64::BITS - 1 - factor.leading_zeros()));
    nearest_of("factor", &Nearest { below, above })
}

/// `; they are mode 0 to mode 2`, for a message.
pub(crate) fn existing_modes(rank: usize) -> String {
    match rank {
        0 => String::new(),
        1 => "; the only one is mode 0".to_owned(),
        _ => format!("; they are mode 0 to mode {}", rank - 1),
    }
}
