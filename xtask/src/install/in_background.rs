//! Work that goes on while the compiler runs: downloads wait for the network, not for a core.

use std::{
    sync::{Mutex, OnceLock, PoisonError},
    thread::{self, JoinHandle},
};

/// A value that a thread is working on, or will be made when it is waited for.
pub(crate) struct InBackground<T> {
    work: Mutex<Option<Work<T>>>,
    value: OnceLock<Result<T, String>>,
}

enum Work<T> {
    Begun(JoinHandle<T>),
    Later(fn() -> T),
}

impl<T: Send + 'static> InBackground<T> {
    pub(crate) fn start(work: fn() -> T) -> Self {
        Self::of(Work::Begun(thread::spawn(work)))
    }

    /// Nothing is done for a value that nobody waits for.
    pub(crate) fn when_waited_for(work: fn() -> T) -> Self {
        Self::of(Work::Later(work))
    }

    fn of(work: Work<T>) -> Self {
        Self { work: Mutex::new(Some(work)), value: OnceLock::new() }
    }

    /// Waits for the value; at once when it is there.
    ///
    /// # Errors
    /// When the thread panicked.
    pub(crate) fn wait(&self) -> Result<&T, String> {
        let value = self.value.get_or_init(|| {
            let work = self.work.lock().unwrap_or_else(PoisonError::into_inner).take();
            let value = match work {
                Some(Work::Begun(thread)) => thread.join().ok(),
                Some(Work::Later(work)) => Some(work()),
                None => None,
            };
            value.ok_or_else(|| "the installation crashed".into())
        });
        value.as_ref().map_err(Clone::clone)
    }
}
