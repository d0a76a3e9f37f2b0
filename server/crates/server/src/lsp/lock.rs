//! Locks of what requests share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Ignores poison: nothing that happens under these locks can leave a value half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
