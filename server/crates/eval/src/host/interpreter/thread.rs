//! Evaluations that do not depend on each other, side by side.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::limits::STACK_BYTES;

/// How many threads run at the same time. No value depends on it, though of several reasons why one is unknown another
/// may be told.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// What `work` makes of each of them, in their order, on as many threads as there are cores. Code may nest deeper than
/// the caller's stack allows, whatever thread that is. Nothing where there is no thread to be had.
pub(super) fn on_threads<I: Sync, T: Send>(all: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
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
            let thread = std::thread::Builder::new().name("host code".to_owned());
            thread.stack_size(STACK_BYTES).spawn_scoped(threads, some_of_them).ok()
        };
        let started: Vec<_> = (0..cores().min(all.len())).filter_map(start).collect();
        let joined = started.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
