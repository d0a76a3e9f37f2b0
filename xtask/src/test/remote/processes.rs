//! What Linux tells about processes of others.

use std::{fs, time::Duration};

/// The parts of `/proc/PID/stat` behind the name, which may hold blanks: state, parent, ..
fn stat(process: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, behind) = stat.rsplit_once(')')?;
    Some(behind.split_whitespace().map(str::to_owned).collect())
}

/// Whether it runs: one that ended and that nobody has waited for does not.
pub(super) fn is_running(process: u32) -> bool {
    stat(process).and_then(|parts| parts.first().cloned()).is_some_and(|state| state != "Z")
}

pub(super) fn parent(process: u32) -> Option<u32> {
    stat(process)?.get(1)?.parse().ok()
}

/// Processor time of all its threads.
pub(super) fn processor_time(process: u32) -> Duration {
    let ticks = |position: usize| -> Option<u64> { stat(process)?.get(position)?.parse().ok() };
    // A tick is a hundredth of a second on every Linux that Rust runs on.
    Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
}

/// The name of its program.
pub(super) fn name(process: u32) -> String {
    fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default().trim().to_owned()
}

/// A child whose program has this name.
pub(super) fn child(of: u32, program: &str) -> Option<u32> {
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let mut processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    processes.find(|process| parent(*process) == Some(of) && name(*process) == program)
}
