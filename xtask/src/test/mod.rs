//! `cargo xtask test`: everything that CI checks, in steps, with a summary at the end.

mod changes;
mod code_server;
mod dependencies;
mod emacs;
mod extension;
mod full;
mod fuzz;
mod neovim;
mod newcomer;
mod oracle;
mod programs;
mod quick;
mod remote;
mod report;
mod rust;
mod session;
mod terminal;
mod tutorials;

use std::{env::consts::EXE_SUFFIX, path::PathBuf, process::ExitCode};

use report::{Report, Step};
use session::Session;

use crate::folders;

const STEPS: &[Step] = &[
    ("formatting", rust::formatting),
    ("clippy", rust::clippy),
    ("Rust tests", rust::tests),
    ("test vectors", rust::vectors),
    ("grammar corpus", rust::grammar_corpus),
    ("documentation examples", rust::documentation_examples),
    ("algebra as a package", rust::publishable),
    ("binary", rust::binary),
    ("answers of CuTe's headers", oracle::sample),
    ("check of CUTLASS's headers", full::check_of_headers),
    ("layouts of compiled tutorials", tutorials::quick),
    ("random programs in C++", programs::few_in_cpp),
    ("random programs of the CuTe DSL", programs::few_in_python),
    ("hostile files and code", programs::hostile_files_and_code),
    ("lock file of the fuzz targets", fuzz::lock_file),
    ("extension: types and unit tests", extension::types_and_unit_tests),
];
const EDITOR_STEPS: &[Step] = &[
    ("extension: package", extension::package),
    ("extension in VS Code", code_server::in_browser),
    ("plugin in Neovim", neovim::headless),
    ("plugin in Neovim 0.11", neovim::headless_new),
    ("Neovim in a terminal", neovim::in_terminal),
    ("Emacs eglot", emacs::eglot),
];
const FULL_STEPS: &[Step] = &[
    ("licences and sources of dependencies", dependencies::rules),
    ("algebra, many random cases", full::random_cases),
    ("answers of CuTe's headers, atoms and three seeds", oracle::full),
    ("fixtures in C++, compiled", oracle::fixtures),
    ("layouts of all compiled tutorials and our own programs", tutorials::full),
    ("10,000 random programs in C++", programs::many_in_cpp),
    ("2,000 random programs of the CuTe DSL", programs::many_in_python),
    ("all hostile workspaces", programs::all_hostile),
    ("fuzz targets", fuzz::long),
    ("random edits against a fresh server", full::random_edits),
    ("files under churn against a fresh server", full::files_under_churn),
    ("check of nvidia-cutlass", full::check_of_cutlass),
    ("newcomer: what users install, in empty places", newcomer::from_dist),
    ("the worker over ssh", remote::over_ssh),
    ("the worker under Slurm", remote::under_slurm),
    ("hints of ten kernels in VS Code", code_server::ten_kernels),
    ("latency", full::latency),
];

/// Runs all steps, or those whose names contain `only`, with the release binary or another. Every step runs, whatever
/// the ones before it said.
pub(crate) fn test(full: bool, only: Option<&str>, binary: Option<PathBuf>) -> ExitCode {
    let session = if only.is_some() { Session::of_few_steps(binary) } else { Session::start(binary) };
    let mut report = Report::default();
    let mut run = |steps: &[Step]| {
        let wanted = |step: &&Step| only.is_none_or(|text| step.0.contains(text));
        report.run(&session, &steps.iter().filter(wanted).copied().collect::<Vec<_>>());
    };
    run(STEPS);
    run(EDITOR_STEPS);
    if full {
        run(FULL_STEPS);
    }
    report.print();
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the steps that matter after a small change, with the debug binary or another.
pub(crate) fn quick(binary: Option<PathBuf>) -> ExitCode {
    let steps = match quick::steps() {
        Ok(steps) => steps,
        Err(error) => {
            println!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let debug_binary = || folders::target().join("debug").join(format!("layoutlens{EXE_SUFFIX}"));
    let session = Session::of_few_steps(Some(binary.unwrap_or_else(debug_binary)));
    let mut report = Report::default();
    report.run(&session, &steps);
    report.print();
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the steps in editors, which take the pictures. True when all of them ran and passed.
pub(crate) fn editors() -> bool {
    let session = Session::start(None);
    let mut report = Report::default();
    report.run(&session, EDITOR_STEPS);
    report.print();
    report.all_passed()
}
