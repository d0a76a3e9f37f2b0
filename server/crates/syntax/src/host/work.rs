//! How long this thread has worked: on a machine that is busy elsewhere, a parse takes no more of it than on an idle one.

use std::time::Duration;

/// A moment from which on work is counted.
pub(super) struct Work(Duration);

impl Work {
    /// Counts from now on.
    pub(super) fn begin() -> Self {
        Self(worked())
    }

    /// The work since then.
    pub(super) fn spent(&self) -> Duration {
        worked().saturating_sub(self.0)
    }
}

/// The time that this thread has had a core.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time of the clock: what the thread has had of it is not known here.
#[cfg(not(unix))]
fn worked() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
