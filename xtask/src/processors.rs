//! Work on all processors.

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::error::Error;

/// `work` on every item, as many at a time as there are processors; stops at the first error. In the
/// order of the items.
pub(crate) fn on_all_processors<I: Sync, O: Send>(
    items: &[I],
    work: impl Fn(usize, &I) -> Result<O, Error> + Sync,
) -> Result<Vec<O>, Error> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let failure = Mutex::new(None);
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..processors.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    match work(at, item) {
                        Ok(result) => locked(&results).push((at, result)),
                        Err(error) => {
                            next.store(items.len(), Ordering::Relaxed);
                            *locked(&failure) = Some(error);
                            return;
                        }
                    }
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(error) => Err(error),
        None => {
            let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
            results.sort_by_key(|(at, _)| *at);
            Ok(results.into_iter().map(|(_, result)| result).collect())
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
