//! A bounded number of threads for work that takes longer than reading a message.

use std::{any::Any, num::NonZero, sync::Arc, thread::available_parallelism};

use tokio::{sync::Semaphore, task::spawn_blocking};

/// Fewer would let one slow picture hold up a hover on a machine with a single core.
const MIN_WORKERS: usize = 4;

/// Runs closures away from the runtime's own threads, so many at a time.
#[derive(Debug, Clone)]
pub(super) struct Pool {
    free: Arc<Semaphore>,
}

impl Pool {
    /// As many workers as the machine has cores, and a few on a small one.
    pub(super) fn new() -> Self {
        Self::of(available_parallelism().map_or(MIN_WORKERS, NonZero::get).max(MIN_WORKERS))
    }

    /// A pool of so many workers.
    pub(super) fn of(workers: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(workers)) }
    }

    /// Runs `work` when a worker is free. Dropping the future before that drops the work unseen; later, the
    /// work goes on and must look at its snapshot's `cancelled` to stop.
    ///
    /// # Errors
    /// What `work` panicked with.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Box<dyn Any + Send>> {
        // The semaphore is never closed; without a permit the work would only be unbounded, not wrong.
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        let run = move || {
            let _permit = permit;
            work()
        };
        match spawn_blocking(run).await {
            Ok(value) => Ok(value),
            Err(error) if error.is_panic() => Err(error.into_panic()),
            Err(_) => Err(Box::new("the server is shutting down")),
        }
    }
}
