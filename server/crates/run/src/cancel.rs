//! Cancelling a run from another thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Cancels the run that it was given to; clones cancel the same run.
#[derive(Clone, Default)]
pub struct CancelFlag {
    state: Arc<Mutex<CancelState>>,
}

#[derive(Default)]
struct CancelState {
    cancelled: bool,
    wake: Option<Box<dyn Fn() + Send>>,
}

impl CancelFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        CancelFlag::default()
    }

    /// Cancels: a run that waits is woken and ends its worker.
    pub fn cancel(&self) {
        let mut state = self.lock();
        state.cancelled = true;
        if let Some(wake) = &state.wake {
            wake();
        }
    }

    /// Whether [`CancelFlag::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.lock().cancelled
    }

    /// Calls `wake` when the flag is set, also when it is set already; replaces an earlier `wake`.
    pub(crate) fn on_cancel(&self, wake: impl Fn() + Send + 'static) {
        let mut state = self.lock();
        if state.cancelled {
            wake();
        }
        state.wake = Some(Box::new(wake));
    }

    fn lock(&self) -> MutexGuard<'_, CancelState> {
        // A panic while it is held leaves a flag that is still right.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for CancelFlag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CancelFlag").field(&self.is_cancelled()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_waiting_run_is_woken_even_when_the_flag_was_set_before() {
        let flag = CancelFlag::new();
        let (sender, receiver) = mpsc::channel();
        let early = sender.clone();
        flag.on_cancel(move || early.send("woken").unwrap());
        assert!(receiver.try_recv().is_err());
        flag.clone().cancel();
        assert_eq!(receiver.recv(), Ok("woken"));
        flag.on_cancel(move || sender.send("at once").unwrap());
        assert_eq!(receiver.recv(), Ok("at once"));
    }
}
