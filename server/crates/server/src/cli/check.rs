//! `layoutlens check`: the findings an editor would underline, in every file below some paths.

use std::any::Any;
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use layoutlens_eval::host::OfLanguage;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::files::{self, FoundFile};
use super::fix::{Mode, fix};
use super::notebook::{self, is_notebook};
use super::report::{CheckedFile, Report, Trouble, github, human, json, sarif};
use super::{
    Status,
    document::{self, Surroundings},
    terminal,
};
use crate::settings;

/// Stack of a thread that reads files: what the main thread of a program has.
const STACK_BYTES: usize = 8 << 20;

/// What to check and how to report it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files and folders; the current folder when none is given.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What the report looks like.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Exit with status 0 in spite of findings.
    #[arg(long)]
    exit_zero: bool,
    /// Report accesses of plain CUDA kernels that cost more than they must, too.
    #[arg(long)]
    accesses: bool,
    /// Of these accesses, only those that cost at least N times the least.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "accesses")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    accesses_at_least: u32,
    /// Make the fixes that are safe: they change comments only, and leave no choice; with `--accesses` also those of kernels that are
    /// proved to change nothing but the cost.
    #[arg(long)]
    fix: bool,
    /// Show the changes of `--fix` as a diff, and change nothing.
    #[arg(long, requires = "fix", conflicts_with = "format")]
    dry_run: bool,
}

/// Whom the report is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Source excerpts with carets.
    Human,
    /// One array of objects.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands that annotate a change on GitHub.
    Github,
}

/// Checks and prints.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn check(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let here = [PathBuf::from(".")];
    let paths = if arguments.paths.is_empty() { &here } else { arguments.paths.as_slice() };
    let mode = match (arguments.fix, arguments.dry_run) {
        (false, _) => None,
        (true, false) => Some(Mode::Change),
        (true, true) => Some(Mode::Show),
    };
    let asked = Asked { mode, accesses: arguments.accesses.then_some(arguments.accesses_at_least) };
    let report = report_on(paths, asked, libraries);
    match arguments.format {
        Format::Human => human::write(&report, &mut terminal::output()),
        Format::Json => json::write(&report, &mut terminal::raw_output()),
        Format::Sarif => sarif::write(&report, &mut terminal::raw_output()),
        Format::Github => github::write(&report, &mut terminal::raw_output()),
    }?;
    for trouble in &report.troubles {
        if trouble.is_failure {
            terminal::complain(&trouble.message);
        } else {
            terminal::warn(&trouble.message);
        }
    }
    Ok(status(&report, arguments.exit_zero))
}

fn status(report: &Report, exit_zero: bool) -> Status {
    if report.troubles.iter().any(|trouble| trouble.is_failure) {
        Status::Failure
    } else if report.findings().next().is_some() && !exit_zero {
        Status::Findings
    } else {
        Status::Clean
    }
}

/// What is asked of each file.
#[derive(Debug, Clone, Copy)]
struct Asked {
    /// Whether fixes are made or shown.
    mode: Option<Mode>,
    /// Accesses of plain kernels that cost at least so many times the least.
    accesses: Option<u32>,
}

fn report_on(paths: &[PathBuf], asked: Asked, libraries: OfLanguage) -> Report {
    let found = files::find(paths);
    let progress = progress_bar(found.files.len());
    let surroundings = Surroundings::here(libraries);
    let check = |file| check_file(file, &surroundings, asked);
    let check_all = || found.files.par_iter().map(check).inspect(|_| progress.inc(1)).collect();
    let checked: Vec<Result<Vec<CheckedFile>, Trouble>> =
        match rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build() {
            Ok(pool) => pool.install(check_all),
            // The system gives no more threads: this one works too.
            Err(_) => found.files.iter().map(check).collect(),
        };
    progress.finish_and_clear();

    let mut report = Report { mode: asked.mode, ..Report::default() };
    report.troubles.extend(found.unreachable);
    let mut remarks = surroundings.take_remarks();
    remarks.extend(settings::of_current_folder().1);
    remarks.sort();
    let remarks = remarks.into_iter().map(|message| Trouble { message, is_failure: false });
    report.troubles.extend(remarks);
    for file in checked {
        match file {
            Ok(file) => report.add(file),
            Err(trouble) => report.troubles.push(trouble),
        }
    }
    report
}

/// A bar on standard error, when that is a terminal.
fn progress_bar(files: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::try_from(files).unwrap_or(u64::MAX));
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} files") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// One file, behind a fence: whatever goes wrong in it, the others keep their answers.
fn check_file(
    file: &FoundFile,
    surroundings: &Surroundings,
    asked: Asked,
) -> Result<Vec<CheckedFile>, Trouble> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        if is_notebook(&file.path) {
            return notebook::read(&file.path, surroundings)
                .map(|read| CheckedFile::cells(&file.path, &read));
        }
        document::read_changeable(&file.path, surroundings).map(|read| {
            vec![match asked.mode {
                None => CheckedFile::new(file.path.clone(), &read.document, asked.accesses),
                Some(mode) => {
                    let fixing = fix(&file.path, read, surroundings, mode, asked.accesses);
                    CheckedFile::fixed(file.path.clone(), fixing, asked.accesses)
                }
            }]
        })
    }));
    match checked {
        Ok(Ok(checked)) => Ok(checked),
        Ok(Err(error)) => {
            let is_failure = file.named || error.hides_findings();
            Err(Trouble { message: error.to_string(), is_failure })
        }
        Err(panic) => {
            let message = format!("{}: internal error: {}", terminal::path(&file.path), panic_text(&*panic));
            Err(Trouble { message, is_failure: true })
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
