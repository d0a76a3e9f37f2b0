//! Why a task could not be done.

use std::{io, path::PathBuf, process::ExitStatus, time::Duration};

use thiserror::Error;

/// Why a task could not be done.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error("{command} cannot be started: {source}")]
    Start { command: String, source: io::Error },
    #[error("{command} ended with {status}")]
    Status { command: String, status: ExitStatus },
    #[error("{command} ended with {status}; its output is in {log}")]
    StatusWithLog { command: String, status: ExitStatus, log: PathBuf },
    #[error("{command} was stopped after {} s", limit.as_secs())]
    TooLong { command: String, limit: Duration },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("{0}")]
    Other(String),
}

impl Error {
    /// For `map_err` on a file operation.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::File { path, source }
    }
}
