//! Evaluations that do not depend on each other, side by side.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
};

use layoutlens_host_value::evaluation::NotEvaluated;

use crate::limits::STACK_BYTES;

/// How a debugger shows these threads.
const NAME: &str = "host code";

/// How many threads run at the same time. No value depends on it, though of several reasons why one is unknown another
/// may be told.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// What `work` makes, on a thread with a stack of so many bytes: code may nest deeper than the caller's allows, whatever
/// thread that is.
///
/// # Errors
/// [`NotEvaluated::NoThread`]: there is no memory, or no process, left for it.
pub(crate) fn on_its_own<T: Send>(stack: usize, work: impl FnOnce() -> T + Send) -> Result<T, NotEvaluated> {
    std::thread::scope(|threads| {
        let thread = std::thread::Builder::new().name(NAME.to_owned()).stack_size(stack);
        let started = thread.spawn_scoped(threads, work);
        let thread = started.map_err(|error| NotEvaluated::NoThread { stack, why: error.to_string() })?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// What `work` makes of each of them, in their order, on as many threads as there are cores. The caller's own has
/// [`STACK_BYTES`] too, and does all where the system gives no more.
pub(crate) fn on_threads<I: Sync, T: Send>(all: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let some_of_them = || {
        let mut done = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = all.get(index)
        {
            done.push((index, work(item)));
        }
        done
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|threads| {
        let start = |_| {
            let thread = std::thread::Builder::new().name(NAME.to_owned());
            thread.stack_size(STACK_BYTES).spawn_scoped(threads, some_of_them).ok()
        };
        let started: Vec<_> = (0..cores().min(all.len())).filter_map(start).collect();
        if started.is_empty() {
            return some_of_them();
        }
        let joined = started
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_without_a_thread_is_an_error_and_no_empty_result() {
        assert_eq!(on_its_own(STACK_BYTES, || 4), Ok(4));
        let refused = on_its_own(usize::MAX / 2, || 4);
        assert!(matches!(refused, Err(NotEvaluated::NoThread { .. })), "{refused:?}");
    }
}
