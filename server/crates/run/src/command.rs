//! How a worker is started: by this binary, or by a command that reaches another machine.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use crate::{ErrorCode, RunError};

/// How a worker is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments; `--emulate` is added for the emulator.
    pub arguments: Vec<OsString>,
}

/// The subcommand that is a worker.
const SUBCOMMAND: &str = "gpu-worker";

impl WorkerCommand {
    /// This binary's hidden subcommand `gpu-worker`.
    ///
    /// # Errors
    /// [`ErrorCode::WorkerStart`] when the system does not tell where this binary is.
    pub fn this_binary() -> Result<Self, RunError> {
        let program = std::env::current_exe().map_err(|error| {
            RunError::new(ErrorCode::WorkerStart, format!("cannot find this program's own file: {error}"))
        })?;
        Ok(WorkerCommand { program, arguments: vec![SUBCOMMAND.into()] })
    }

    /// A command that starts a worker elsewhere: `ssh gpu-box layoutlens gpu-worker`; `None` without words.
    pub fn of_words(words: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty())?.into();
        Some(WorkerCommand { program, arguments: words.map(OsString::from).collect() })
    }

    /// Whether it may wait in a queue without a word: `srun --quiet`.
    pub(crate) fn queues_silently(&self) -> bool {
        let arguments =
            std::iter::once(self.program.as_os_str()).chain(self.arguments.iter().map(AsRef::as_ref));
        // `ssh` takes a whole line as one argument, too.
        let line = arguments.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ");
        let is_srun = |word: &str| Path::new(word).file_name().is_some_and(|name| name == "srun");
        // What stands before `srun` is for another program.
        let mut words = line.split_whitespace().skip_while(|word| !is_srun(word));
        words.any(|word| word == "--quiet" || word == "-Q")
    }

    /// Whether the program is one that starts a worker, on another machine perhaps, and no worker itself.
    pub(crate) fn is_launcher(&self) -> bool {
        self.arguments.first().is_none_or(|first| first != SUBCOMMAND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srun_that_was_told_to_be_quiet_may_queue_without_a_word() {
        let quiet = |words: &[&str]| {
            WorkerCommand::of_words(words.iter().map(|word| (*word).to_owned())).unwrap().queues_silently()
        };
        assert!(quiet(&["srun", "--gres=gpu:1", "--quiet", "layoutlens", "gpu-worker"]));
        assert!(quiet(&["ssh", "login", "/usr/bin/srun", "-Q", "layoutlens", "gpu-worker"]));
        assert!(quiet(&["ssh", "login", "srun --quiet layoutlens gpu-worker"]));
        assert!(!quiet(&["srun", "--gres=gpu:1", "layoutlens", "gpu-worker"]));
        assert!(!quiet(&["ssh", "--quiet", "gpu-box", "layoutlens", "gpu-worker"]));
    }

    #[test]
    fn a_command_without_words_is_none() {
        assert_eq!(WorkerCommand::of_words([]), None);
        assert_eq!(WorkerCommand::of_words([String::new()]), None);
        assert!(!WorkerCommand::this_binary().unwrap().is_launcher());
    }
}
