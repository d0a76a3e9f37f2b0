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

/// A reason why no worker was started, and how its command tells it.
struct Refusal {
    code: ErrorCode,
    /// Each stands in a line that the command writes for this reason and no other.
    signs: &'static [&'static str],
    what: &'static str,
    way_out: &'static str,
}

/// The first that a sign stands for counts.
const REFUSALS: [Refusal; 6] = [
    Refusal {
        code: ErrorCode::WorkerUnreachable,
        signs: &[
            "Permission denied (",
            "Host key verification failed",
            "Too many authentication failures",
            "no password was provided",
        ],
        what: "the other machine did not let the worker's command in",
        way_out: "it is never asked for a password: use a key that an agent holds, and log in once by hand so that the \
                  host is known",
    },
    Refusal {
        code: ErrorCode::WorkerUnreachable,
        signs: &[
            "Could not resolve hostname",
            "Connection refused",
            "Connection timed out",
            "Operation timed out",
            "Connection closed by",
            "Connection reset by",
            "No route to host",
            "Network is unreachable",
        ],
        what: "the worker's command did not reach the other machine",
        way_out: "check the name and that it is up",
    },
    Refusal {
        code: ErrorCode::WorkerUnreachable,
        signs: &["command not found", "execve():"],
        what: "the worker's command found no such program on the other machine",
        way_out: "install the same version of layoutlens there, on the PATH of shells that are not interactive",
    },
    Refusal {
        code: ErrorCode::NoFreeNode,
        signs: &[
            "Requested node configuration is not available",
            "Invalid generic resource",
            "nvalid partition",
            "Invalid account",
            "Invalid qos",
        ],
        what: "Slurm has no machine such as the worker's command asks for",
        way_out: "change what it asks for; `sinfo -o '%P %G'` lists the partitions and the GPUs of their nodes",
    },
    Refusal {
        code: ErrorCode::NoFreeNode,
        signs: &[
            "Unable to allocate resources",
            "Requested nodes are busy",
            "Immediate execution impossible",
        ],
        what: "no machine is free for the worker",
        way_out: "try again later, or ask for less",
    },
    Refusal {
        code: ErrorCode::NoFreeNode,
        signs: &["has been revoked", "CANCELLED"],
        what: "Slurm cancelled the worker's job before it began",
        way_out: "`scontrol show job` or whoever runs the cluster may know why; try again",
    },
];

/// The exit status of shells for a program that is not there.
const NO_SUCH_PROGRAM: i32 = 127;

/// Why a worker that never said hello ended, where what its command said tells.
pub(crate) fn refusal(said: &str, status: Option<i32>) -> Option<RunError> {
    let line_with = |signs: &[&str]| said.lines().find(|line| signs.iter().any(|sign| line.contains(sign)));
    let told = REFUSALS.iter().find_map(|refusal| Some((refusal, line_with(refusal.signs)?)));
    let (Refusal { code, what, way_out, .. }, line) = told.or_else(|| {
        let not_there = status == Some(NO_SUCH_PROGRAM);
        let refusal =
            REFUSALS.iter().find(|refusal| not_there && refusal.signs.contains(&"command not found"))?;
        Some((refusal, said.lines().next_back().unwrap_or("exit status 127")))
    })?;
    Some(RunError::new(*code, format!("{what} ({}); {way_out}", line.trim())))
}

/// The exit status of `ssh` when its connection breaks, and when the program on the other side is killed.
const SSH_FAILED: i32 = 255;

/// What was lost, when a worker that had said hello ended because its connection broke or its job was cancelled.
pub(crate) fn loss(said: &str, status: Option<i32>) -> Option<&'static str> {
    let broke = |line: &str| line.starts_with("client_loop:") || line.starts_with("Connection to ");
    let by_slurm = |line: &str| line.starts_with("srun:") || line.starts_with("slurmstepd");
    let cancelled = |line: &str| by_slurm(line) && line.contains("CANCELLED");
    let node_failed = |line: &str| by_slurm(line) && line.contains("NODE FAILURE");
    match () {
        () if said.lines().any(cancelled) => Some("Slurm cancelled the worker's job"),
        () if said.lines().any(broke) || said.lines().any(node_failed) => {
            Some("the connection to the worker was lost")
        }
        () if status == Some(SSH_FAILED) => {
            Some("the connection to the worker was lost, or the worker was killed there")
        }
        () => None,
    }
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
        assert_eq!(loss("thread 'main' panicked", Some(101)), None);
        assert_eq!(loss("Segmentation fault", None), None);
        assert_eq!(loss("srun: error: n1: task 0: Exited with exit code 7", Some(7)), None);
    }

    #[test]
    fn a_broken_connection_a_cancelled_job_and_what_may_be_either_are_told_apart() {
        let lost = Some("the connection to the worker was lost");
        assert_eq!(loss("Connection to gpu-box closed by remote host.", Some(255)), lost);
        assert_eq!(loss("client_loop: send disconnect: Broken pipe", Some(255)), lost);
        let cancelled = Some("Slurm cancelled the worker's job");
        let step = "slurmstepd-n1: error: *** STEP 14.0 ON n1 CANCELLED AT 2026-01-01T00:00:00 ***";
        assert_eq!(loss(&format!("srun: Job step aborted\n{step}"), Some(143)), cancelled);
        let time = "srun: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-01 DUE TO TIME LIMIT ***";
        assert_eq!(loss(time, Some(1)), cancelled);
        assert!(loss("", Some(255)).is_some_and(|what| what.contains("or the worker was killed")));
    }

    #[test]
    fn other_ends_are_no_refusals() {
        assert_eq!(refusal("no such symbol: cuMagic", Some(7)), None);
        assert_eq!(refusal("", Some(0)), None);
    }

    /// What OpenSSH 9.2 and Slurm 22.05 write.
    #[test]
    fn the_line_that_tells_the_reason_is_quoted() {
        let mut table = String::new();
        for (said, status) in [
            ("me@gpu-box: Permission denied (publickey,password).", 255),
            ("Warning: Identity file wrong not accessible.\nHost key verification failed.", 255),
            ("ssh: connect to host gpu-box port 22: Connection refused", 255),
            ("bash: layoutlens: command not found", 127),
            ("bash: /opt/layoutlens: No such file or directory", 127),
            ("", 127),
            (
                "slurmstepd-n1: error: execve(): layoutlens: No such file or directory\n\
                 srun: error: n1: task 0: Exited with exit code 2",
                2,
            ),
            ("srun: error: Invalid generic resource (gres) specification", 1),
            ("srun: error: Unable to allocate resources: Requested node configuration is not available", 1),
            (
                "srun: error: invalid partition specified: fast\n\
                 srun: error: Unable to allocate resources: Invalid partition name specified",
                1,
            ),
            (
                "srun: error: Unable to allocate resources: Required node not available (down, drained or reserved)",
                1,
            ),
            (
                "srun: error: Unable to allocate resources: Immediate execution impossible, insufficient priority",
                1,
            ),
            (
                "srun: job 5 queued and waiting for resources\nsrun: Job allocation 5 has been revoked\n\
                 srun: Force Terminated JobId=5",
                1,
            ),
        ] {
            let error = refusal(said, Some(status)).unwrap();
            table += &format!("{}: {error}\n", serde_json::to_value(error.code).unwrap());
        }
        insta::assert_snapshot!("what_launchers_refuse", table);
    }
}
