//! Work on all processors, and the time that they spend.

use std::{
    fs,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
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

/// The processor time of this process, and of those that it started and saw end, with theirs. Only Linux tells.
pub(crate) fn time_used() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may hold blanks. Behind it, at 11 to 14, stand the times in the
    // program and in the system, of this process and of its children.
    let (_, behind) = stat.rsplit_once(')')?;
    let ticks = behind.split_whitespace().skip(11).take(4).map(|ticks| ticks.parse::<u64>().ok());
    // A tick is a hundredth of a second on every Linux that Rust runs on.
    ticks.sum::<Option<u64>>().map(|ticks| Duration::from_millis(10 * ticks))
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_processor_time_of_a_program_counts_once_it_has_ended() {
        let before = time_used().expect("Linux tells");
        let count = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", count]).status().expect("a shell").success());
        assert!(time_used().expect("Linux tells") > before);
    }
}
