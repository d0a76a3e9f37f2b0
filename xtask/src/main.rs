//! What CI runs, and anyone can run: `cargo xtask --help`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "these are command line tools")]

mod alarm;
mod bench;
mod compiled;
mod corpora;
mod dist;
mod dsl;
mod editor;
mod error;
mod fixtures;
mod folders;
mod gpu;
mod grammar;
mod hostile;
mod imports;
mod install;
mod layoutlens;
mod measured;
mod oracle;
mod process;
mod processors;
mod programs;
mod release;
mod screenshots;
mod test;
mod tutorials;
mod values;
mod vectors;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What CI runs, and anyone can run.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Formatting, lints, all tests, and the extension and plugin in real editors.
    Test {
        /// Adds what takes longer: more random cases, the check of a real code base, the latency bench.
        #[arg(long)]
        full: bool,
        /// Runs what matters after a small change, in less than a minute: formatting, lints, and the tests of the
        /// packages that differ from `main` and of those that depend on them, without the long ones.
        #[arg(long, conflicts_with_all = ["full", "only"])]
        quick: bool,
        /// Runs only the steps whose names contain this.
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
        /// A `layoutlens` to test. Default: the release binary, built; with `--quick` the debug one.
        #[arg(long, value_parser = folders::absolute)]
        binary: Option<PathBuf>,
    },
    /// Measures the release binary from outside, and the algebra beside others.
    Bench {
        #[command(subcommand)]
        bench: Bench,
    },
    /// Checks code bases from PyPI and lists in docs/corpora.md what is found in them; fetches them with names.
    Corpora(corpora::Arguments),
    /// Compiles public kernels into hosts to be measured under Nsight Compute, and writes what it counted beside what is claimed
    /// of their accesses to docs/plain-measured.md.
    AccessesMeasured(measured::Arguments),
    /// Runs the test vectors through the crate and through `layoutlens eval --batch`, counted per file.
    Vectors {
        /// A `layoutlens` to ask. Default: the release binary, built.
        #[arg(long, value_parser = folders::absolute)]
        binary: Option<PathBuf>,
    },
    /// Asks CuTe's C++ headers, compiled with g++, fresh random questions, and compares its answers with ours.
    Oracle(oracle::Arguments),
    /// Compiles print versions of CUTLASS's CuTe tutorials, and compares what their variables hold with what
    /// `layoutlens inspect` says of the unchanged files.
    Tutorials(tutorials::Arguments),
    /// Compiles print versions of other people's programs, those that a host can compile and run, and compares what their
    /// variables hold with what `layoutlens inspect` says of the unchanged files.
    Compiled(compiled::Arguments),
    /// Traces examples of the CuTe DSL on the CPU, and compares what their names hold with what `layoutlens inspect` says.
    Dsl(dsl::Arguments),
    /// Lists what another version proves in real code and this one does not, and what it proves otherwise.
    Values(values::Arguments),
    /// Writes random programs, runs them, and compares what their variables hold with what `layoutlens inspect` says.
    Programs(programs::Arguments),
    /// Opens workspaces that were made to hang the server, and checks them: processor time and peak memory of each.
    Hostile(hostile::Arguments),
    /// Prints the circles of files that import each other, crate by crate, with a limit on their size.
    Imports {
        /// Lists the files of circles with more files than this.
        #[arg(long, default_value_t = 6, value_name = "FILES")]
        above: usize,
    },
    /// Runs the kernels of the run lens on this machine's GPU and writes what they reach to docs/gpu-results.md.
    Gpu,
    /// Writes the parser of the annotation language anew from grammar/grammar.js.
    Grammar,
    /// Builds what users install into target/dist: the program for Linux with glibc 2.28 or newer, the VS Code extension
    /// with it, the Neovim plugin, and their checksums.
    Dist,
    /// Runs the editor tests that take pictures and copies the pictures of the README to docs/images.
    Screenshots,
}

#[derive(Subcommand)]
enum Bench {
    /// Hover, completion, hints and edit to diagnostics, on a 64 KB CUDA file.
    Latency {
        /// A `layoutlens` to measure. Default: the release binary, built.
        #[arg(long, value_parser = folders::absolute)]
        binary: Option<PathBuf>,
    },
    /// The layout algebra beside pycute, tensor-layouts and the CuTe DSL: times, allocations, ratios.
    Algebra,
    /// Pictures beside tensor-layouts: times and memory, and whether they keep their budgets.
    Render,
    /// From an edit to what a bench shows of the layout that was edited.
    Page {
        /// A `layoutlens` to measure. Default: the release binary, built.
        #[arg(long, value_parser = folders::absolute)]
        binary: Option<PathBuf>,
    },
    /// From an edit to the hints of its revision, in kernels that people wrote.
    Hints {
        /// A `layoutlens` to measure. Default: the release binary, built.
        #[arg(long, value_parser = folders::absolute)]
        binary: Option<PathBuf>,
        /// Measures only the kernels whose paths contain this.
        #[arg(long)]
        only: Option<String>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test { quick: true, binary, .. } => return test::quick(binary),
        Task::Test { full, only, binary, .. } => return test::test(full, only.as_deref(), binary),
        Task::Bench { bench: Bench::Latency { binary } } => bench::latency(binary),
        Task::Bench { bench: Bench::Hints { binary, only } } => bench::hints(binary, only.as_deref()),
        Task::Bench { bench: Bench::Algebra } => bench::algebra(),
        Task::Bench { bench: Bench::Render } => bench::render(),
        Task::Bench { bench: Bench::Page { binary } } => bench::page(binary),
        Task::Corpora(arguments) => corpora::corpora(&arguments).map_err(Into::into),
        Task::AccessesMeasured(arguments) => measured::measured(&arguments).map_err(Into::into),
        Task::Vectors { binary } => binary
            .map_or_else(release::build, Ok)
            .and_then(|binary| vectors::vectors(&binary))
            .map_err(Into::into),
        Task::Oracle(arguments) if arguments.fixtures => {
            match fixtures::fixtures(arguments.operation.as_deref()) {
                Ok(0) => Ok(()),
                Ok(differences) => {
                    Err(error::Error::Other(format!("{differences} fixtures differ from CuTe")).into())
                }
                Err(error) => Err(error.into()),
            }
        }
        Task::Oracle(arguments) => oracle::oracle(&arguments).map_err(Into::into),
        Task::Tutorials(arguments) => tutorials::tutorials(&arguments).map_err(Into::into),
        Task::Compiled(arguments) => compiled::compiled(&arguments).map_err(Into::into),
        Task::Dsl(arguments) => dsl::dsl(&arguments).map_err(Into::into),
        Task::Values(arguments) => values::values(&arguments).map_err(Into::into),
        Task::Programs(arguments) => programs::programs(&arguments).map_err(Into::into),
        Task::Hostile(hostile::Arguments { binary, only }) => binary
            .map_or_else(release::build, Ok)
            .and_then(|binary| hostile::hostile(&binary, hostile::Which::All, only.as_deref()))
            .map_err(Into::into),
        Task::Imports { above } => imports::imports(above).map_err(Into::into),
        Task::Gpu => gpu::gpu().map_err(Into::into),
        Task::Grammar => grammar::run().map_err(Into::into),
        Task::Dist => dist::dist().map(drop).map_err(Into::into),
        Task::Screenshots => screenshots::screenshots().map_err(Into::into),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
