//! What a shell knows of this program: completions and manual pages, made from the arguments as they are read.

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use clap_complete::Shell;
use layoutlens_server::cli::Status;

/// Prints the script that completes the arguments of `command`.
///
/// # Errors
/// Standard output cannot be written.
pub(crate) fn print_completions(mut command: clap::Command, shell: Shell) -> io::Result<()> {
    let name = command.get_name().to_owned();
    // Written at once: the generator panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()
}

/// Writes a manual page for `command` and one for each of its subcommands.
///
/// # Errors
/// `folder` is not there, or cannot be written to.
pub(crate) fn write_manual(command: clap::Command, folder: &Path) -> io::Result<()> {
    clap_mangen::generate_to(command, folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
}

/// The exit status of what was written; why it was not goes to standard error.
pub(crate) fn end(written: io::Result<()>) -> ExitCode {
    match written {
        Ok(()) => Status::Clean.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Clean.into(),
        Err(error) => {
            anstream::eprintln!("\u{1b}[1;31merror\u{1b}[0m: {error}");
            Status::Failure.into()
        }
    }
}
