//! How far a run is.

use serde::{Deserialize, Serialize};

/// How far a run is, for work-done progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How much of the whole run is done, 0 to 100; never less than before.
    pub percent: u8,
}

/// What a worker does, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The command that starts the worker connects to another machine.
    Connecting,
    /// The command waits for a machine to become free.
    Queued,
    /// The worker process starts and looks for the device.
    Starting,
    /// NVRTC compiles the kernel.
    Compiling,
    /// Buffers are filled.
    Preparing,
    /// The kernel runs.
    Running,
    /// Every element is compared.
    Checking,
}

impl Stage {
    /// The whole run's percentages in which this stage lies.
    fn span(self) -> (u8, u8) {
        match self {
            Stage::Connecting | Stage::Queued => (0, 0),
            Stage::Starting => (0, 10),
            Stage::Compiling => (10, 30),
            Stage::Preparing => (30, 40),
            Stage::Running => (40, 70),
            Stage::Checking => (70, 100),
        }
    }

    /// The word that a progress message shows: `compiling`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Connecting => "connecting",
            Stage::Queued => "queued",
            Stage::Starting => "starting",
            Stage::Compiling => "compiling",
            Stage::Preparing => "preparing",
            Stage::Running => "running",
            Stage::Checking => "checking",
        }
    }
}

impl Progress {
    /// `percent` of `stage`.
    pub(crate) fn new(stage: Stage, percent: u8) -> Self {
        let (from, to) = stage.span();
        let within = u16::from(to - from) * u16::from(percent.min(100)) / 100;
        // At most 100.
        Progress { stage, percent: from + u8::try_from(within).unwrap_or_default() }
    }

    /// `done` of `all` parts of `stage`.
    pub(crate) fn of(stage: Stage, done: i64, all: i64) -> Self {
        let percent = i128::from(done) * 100 / i128::from(all.max(1));
        // More than all is all.
        Progress::new(stage, u8::try_from(percent).unwrap_or(100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_never_go_back() {
        use Stage::*;
        let mut last = 0;
        for stage in [Connecting, Queued, Starting, Compiling, Preparing, Running, Checking] {
            for percent in [0, 1, 50, 99, 100] {
                let now = Progress::new(stage, percent).percent;
                assert!(now >= last && now <= 100, "{stage:?} {percent}: {now} after {last}");
                last = now;
            }
        }
        assert_eq!(last, 100);
        assert_eq!(Progress::of(Running, 1 << 50, 1 << 51), Progress::new(Running, 50));
    }
}
