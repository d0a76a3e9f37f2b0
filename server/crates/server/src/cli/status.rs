//! What a shell gets to know.

use std::process::ExitCode;

/// How a subcommand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Exit status 0: nothing to report.
    Clean,
    /// Exit status 1: the input has findings, or the run's elements are not all right.
    Findings,
    /// Exit status 2: wrong usage, or something could not be read or written.
    Failure,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Clean => 0,
            Status::Findings => 1,
            Status::Failure => 2,
        })
    }
}
