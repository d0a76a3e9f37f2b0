//! `layoutlens`: one binary that serves editors and terminals.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

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
    Terminal(layoutlens::cli::Command),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        Some(Command::Lsp) => layoutlens::lsp::main(),
        Some(Command::Terminal(command)) => layoutlens::cli::main(command),
        None if arguments.stdio => layoutlens::lsp::main(),
        None => Arguments::command()
            .error(
                clap::error::ErrorKind::MissingSubcommand,
                "name a subcommand; `layoutlens help` lists them",
            )
            .exit(),
    }
}
