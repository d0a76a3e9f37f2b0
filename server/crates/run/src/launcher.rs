//! What the commands say that start a worker elsewhere: `ssh`, `srun` and their like.

use crate::{ErrorCode, RunError};

/// What a launcher's standard error says of a worker that has not yet said hello.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// It waits for a machine to become free.
    Queued,
    /// It has got one.
    Allocated,
}

/// The last word of Slurm on where the job is.
pub(crate) fn last_word(text: &str) -> Option<Word> {
    text.lines().rev().find_map(|line| {
        let is = |what: &str| line.contains(what);
        match () {
            () if is("queued and waiting for resources") => Some(Word::Queued),
            () if is("has been allocated resources") => Some(Word::Allocated),
            () => None,
        }
    })
}

/// Why a worker that never said hello ended, where what its command said tells.
pub(crate) fn refusal(said: &str, status: Option<i32>) -> Option<RunError> {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let (code, what, way_out) = if has(&[
        "Permission denied (",
        "Host key verification failed",
        "Too many authentication failures",
        "no password was provided",
    ]) {
        (
            ErrorCode::WorkerUnreachable,
            "the other machine did not let the worker's command in",
            "it is never asked for a password: use a key that an agent holds, and log in once by hand so that the host is \
             known",
        )
    } else if has(&[
        "Could not resolve hostname",
        "Connection refused",
        "Connection timed out",
        "No route to host",
    ]) {
        (
            ErrorCode::WorkerUnreachable,
            "the worker's command did not reach the other machine",
            "check the name and that it is up",
        )
    } else if status == Some(127) || has(&["command not found"]) {
        (
            ErrorCode::WorkerUnreachable,
            "the worker's command found no such program on the other machine",
            "install the same version of layoutlens there, on the PATH of shells that are not interactive",
        )
    } else if has(&[
        "Unable to allocate resources",
        "Requested nodes are busy",
        "Requested node configuration is not available",
        "Immediate execution impossible",
    ]) {
        (ErrorCode::NoFreeNode, "no machine is free for the worker", "try again later, or ask for less")
    } else {
        return None;
    };
    let said = said.lines().next_back().unwrap_or_default();
    Some(RunError::new(code, format!("{what} ({said}); {way_out}")))
}

/// Whether a worker that ended in the middle of a run did so because its connection broke; `ssh` then ends with 255.
pub(crate) fn is_lost(said: &str, status: Option<i32>) -> bool {
    let broke = |line: &str| {
        line.starts_with("client_loop:")
            || line.starts_with("Connection to ")
            || (line.starts_with("srun:") && (line.contains("CANCELLED") || line.contains("NODE FAILURE")))
    };
    status == Some(255) || said.lines().any(broke)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slurm_tells_where_a_job_is() {
        let queued = "srun: job 7 queued and waiting for resources\n";
        assert_eq!(last_word(""), None);
        assert_eq!(last_word("warning: X11 forwarding failed\n"), None);
        assert_eq!(last_word(queued), Some(Word::Queued));
        let allocated = format!("{queued}srun: job 7 has been allocated resources\nmodule loaded\n");
        assert_eq!(last_word(&allocated), Some(Word::Allocated));
    }

    #[test]
    fn a_worker_that_ends_by_itself_is_not_lost() {
        assert!(!is_lost("thread 'main' panicked", Some(101)));
        assert!(!is_lost("Segmentation fault", None));
        assert!(is_lost("", Some(255)));
        assert!(is_lost("Connection to gpu-box closed by remote host.", Some(1)));
        assert!(is_lost(
            "srun: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-01 DUE TO TIME LIMIT ***",
            Some(1)
        ));
    }

    #[test]
    fn other_ends_are_no_refusals() {
        assert_eq!(refusal("no such symbol: cuMagic", Some(7)), None);
        assert_eq!(refusal("", Some(0)), None);
    }
}
