//! The terminal's door: subcommands that print what an editor would show.
//!
//! Every subcommand asks the functions of `layoutlens-ide` that the language server asks.
//! Exit status: 0 clean, 1 findings, 2 usage or input/output (see [`Status`]).

mod accesses;
mod check;
mod diff;
mod document;
mod eval;
mod explain;
mod expression;
mod files;
mod fix;
mod inspect;
mod notebook;
mod report;
mod run;
mod run_source;
mod show;
mod status;
mod terminal;
mod view;

use std::process::ExitCode;

use clap::Subcommand;
use layoutlens_eval::host::OfLanguage;

pub use status::Status;

use crate::settings;

/// The subcommands of the terminal.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report findings in files and folders.
    Check(check::Arguments),
    /// Print a file as an editor shows it, or its layouts as data.
    Inspect(inspect::Arguments),
    /// Print what the lanes of a warp access in plain CUDA kernels, and what that costs.
    Accesses(accesses::Arguments),
    /// Evaluate an expression, or operations from standard input.
    Eval(eval::Arguments),
    /// Draw the layout that an expression comes to.
    Show(show::Arguments),
    /// Open a bench in a browser, on an expression or on a line of a file.
    View(view::Arguments),
    /// Say what a compiler's message about layouts means, from the file that it names.
    Explain(explain::Arguments),
    /// Print the JSON schema of `layoutlens.toml`.
    Schema,
    /// Run a copy or a GEMM with given layouts and check every element.
    Run(run::Arguments),
    /// Serve runs over standard input and output; `run` and the editor start it.
    #[command(hide = true)]
    GpuWorker(run::WorkerArguments),
}

/// Runs a subcommand to its exit status, with the libraries that code may use; failures are printed to standard error.
pub fn main(command: Command, libraries: OfLanguage) -> ExitCode {
    let outcome = match command {
        Command::Check(arguments) => check::check(&arguments, libraries),
        Command::Inspect(arguments) => inspect::inspect(&arguments, libraries),
        Command::Accesses(arguments) => accesses::accesses(&arguments, libraries),
        Command::Eval(arguments) => eval::eval(&arguments, libraries),
        Command::Show(arguments) => show::show(&arguments, libraries),
        Command::View(arguments) => view::view(&arguments, libraries),
        Command::Explain(arguments) => explain::explain(&arguments, libraries),
        Command::Schema => {
            terminal::write_json(&settings::schema(), &mut terminal::raw_output()).map(|()| Status::Clean)
        }
        Command::Run(arguments) => run::run(&arguments, libraries),
        Command::GpuWorker(arguments) => return run::serve(&arguments),
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
