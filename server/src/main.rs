//! `layoutlens`: one binary that serves editors and terminals.

mod shell_files;

use std::{path::PathBuf, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand};
use layoutlens_library::of_language;

/// Values of layouts are many small pieces of memory, made and dropped with every edit.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A language server that knows CuTe layouts.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Serve over standard input and output. What `lsp` does anyway; editors pass it wherever they like.
    #[arg(long, global = true, hide = true)]
    stdio: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve an editor over standard input and output.
    Lsp,
    #[command(flatten)]
    Terminal(layoutlens_server::cli::Command),
    /// Print a script with which a shell completes this command.
    Completions {
        /// The shell that reads the script.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual, a page for each subcommand, into a folder that exists.
    #[command(hide = true)]
    Manual {
        /// Where the pages go: `share/man/man1` of an installation.
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        Some(Command::Lsp) => layoutlens_server::lsp::main(of_language),
        Some(Command::Terminal(command)) => layoutlens_server::cli::main(command, of_language),
        Some(Command::Completions { shell }) => {
            shell_files::end(shell_files::print_completions(Arguments::command(), shell))
        }
        Some(Command::Manual { folder }) => {
            shell_files::end(shell_files::write_manual(Arguments::command(), &folder))
        }
        None if arguments.stdio => layoutlens_server::lsp::main(of_language),
        None => Arguments::command()
            .error(
                clap::error::ErrorKind::MissingSubcommand,
                "name a subcommand; `layoutlens help` lists them",
            )
            .exit(),
    }
}
