//! The terminal's door: subcommands that print what an editor would show.
//!
//! Every subcommand asks the functions of `layoutlens-ide` that the language server asks.
//! Exit status: 0 clean, 1 findings, 2 usage or input/output (see [`Status`]).

mod check;
mod document;
mod files;
mod report;
mod status;
mod terminal;

use std::process::ExitCode;

use clap::Subcommand;

pub use status::Status;

/// The subcommands of the terminal.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report findings in files and folders.
    Check(check::Arguments),
}

/// Runs a subcommand to its exit status; failures are printed to standard error.
pub fn main(command: Command) -> ExitCode {
    let outcome = match command {
        Command::Check(arguments) => check::check(&arguments),
    };
    match outcome {
        Ok(status) => status.into(),
        Err(error) if is_closed_pipe(&error) => Status::Clean.into(),
        Err(error) => {
            terminal::complain(&error.to_string());
            Status::Failure.into()
        }
    }
}

/// Whether the reader of our output went away, as `head` does: no reason to complain.
fn is_closed_pipe(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}
