//! Of many times, the middle and the tail.

use std::time::Duration;

/// Times of one kind of answer, in the order of their length.
#[derive(Debug)]
pub(super) struct Times(Vec<Duration>);

impl Times {
    pub(super) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that so many in a hundred do not exceed; zero when there are none.
    pub(super) fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied().unwrap_or_default()
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_occurred() {
        let times = Times::new((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(times.percentile(50), Duration::from_millis(100));
        assert_eq!(times.percentile(99), Duration::from_millis(198));
        assert_eq!(Times::new(Vec::new()).percentile(99), Duration::ZERO);
    }
}
