//! Work that goes on while the compiler runs: downloads wait for the network, not for a core.

use std::{
    sync::{Mutex, OnceLock, PoisonError},
    thread::{self, JoinHandle},
};

/// A value that a thread is working on.
pub(crate) struct InBackground<T> {
    thread: Mutex<Option<JoinHandle<T>>>,
    value: OnceLock<Result<T, String>>,
}

impl<T: Send + 'static> InBackground<T> {
    pub(crate) fn start(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self { thread: Mutex::new(Some(thread::spawn(work))), value: OnceLock::new() }
    }

    /// Waits for the thread; at once when it is done.
    ///
    /// # Errors
    /// When the thread panicked.
    pub(crate) fn wait(&self) -> Result<&T, String> {
        let value = self.value.get_or_init(|| {
            let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            thread.and_then(|thread| thread.join().ok()).ok_or_else(|| "the installation crashed".into())
        });
        value.as_ref().map_err(Clone::clone)
    }
}
