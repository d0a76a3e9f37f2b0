//! `layoutlens run`: a copy or a GEMM with these layouts, on a GPU or the emulator, every element checked.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use layoutlens_eval::host::OfLanguage;
use layoutlens_ide::{Diagnostic, with_keyword};
use layoutlens_run::{
    CancelFlag, DeviceChoice, ErrorCode, Progress, Report, RunError, Runner, WorkerCommand, WorkerKind,
};
use serde_json::{Value, json};

use super::report::human::{Source, excerpt};
use super::run_source::{self, NoStatement};
use super::{Status, terminal};
use crate::run_request::{run_request, unused_options};

/// How excerpts name the command line.
const PATH: &str = "<statement>";

/// What to run, where, and for whom to report.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// `copy (8,8):(1,8) -> (8,8):(8,1) : f32` or `gemm A, B -> C : TYPE` with layouts for A, B, C; behind a copy
    /// `(tv=(256,4):(4,1), tile=(128,8))`, which thread moves what. `let` and `with` may stand before it, each ended by
    /// `;`. `-` reads it from standard input. Or `FILE:LINE` for the one that stands there, `FILE` for the only one in it.
    #[arg(value_name = "STATEMENT|FILE[:LINE]")]
    statement: String,
    /// Where it runs.
    #[arg(long, value_enum, default_value_t = Device::Auto)]
    device: Device,
    /// What the report looks like.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// What starts the process that runs on a GPU, words between blanks: `ssh gpu-box layoutlens gpu-worker`; without it,
    /// this program does.
    #[arg(long, value_name = "COMMAND")]
    worker: Option<String>,
}

/// Where a statement runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Device {
    /// The GPU; where there is none, the emulator, which says so.
    Auto,
    /// The GPU.
    Gpu,
    /// The emulator: the generated kernel on the CPU.
    Cpu,
}

/// Whom the report is for, or what is shown instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The generated CUDA of the kernel, as for an H200; nothing runs.
    Cuda,
    /// A line, and below it the figures: what was measured beside what is predicted.
    Human,
    /// An object: `device {name, emulated, driver}`, `elements`, `wrong`, `right`, `accuracy`, `gb_per_s` or `tflops`, `compile_ms`,
    /// `run_ms`, `slowdown`, `share_of_vendor`, `vendor`, `predicted`, `measured`, `counted`, `date`; or `error {code, message}`.
    Json,
}

/// Serves the client of another process; see [`layoutlens_run::serve`].
#[derive(Debug, clap::Args)]
pub struct WorkerArguments {
    /// Run on the CPU.
    #[arg(long)]
    emulate: bool,
}

/// The hidden subcommand behind every run.
pub(super) fn serve(arguments: &WorkerArguments) -> ExitCode {
    layoutlens_run::serve(if arguments.emulate { WorkerKind::Emulator } else { WorkerKind::Gpu })
}

/// Runs and reports.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn run(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let statement = match run_source::statement(&arguments.statement, libraries) {
        Ok(statement) => statement,
        Err(none) => return without_statement(arguments.format, &none),
    };
    if arguments.format == Format::Cuda {
        return show_kernel(&statement);
    }
    let outcome = match layoutlens_ide::run_job(&statement) {
        Ok(run) => run_on(arguments, &run).map_err(Failure::Run),
        Err(diagnostics) => Err(Failure::Statement(diagnostics)),
    };
    match arguments.format {
        Format::Human => write_human(&statement, &outcome),
        Format::Json => write_json(&outcome),
        Format::Cuda => Ok(()),
    }?;
    Ok(match outcome {
        Ok(report) if report.is_right() => Status::Clean,
        Ok(_) | Err(Failure::Statement(_)) => Status::Findings,
        Err(Failure::Run(error)) => status_of(&error),
    })
}

/// Says why a file has no statement to run.
fn without_statement(format: Format, none: &NoStatement) -> io::Result<Status> {
    match format {
        Format::Json => {
            let mut out = terminal::raw_output();
            writeln!(out, "{:#}", json!({ "error": { "code": none.code(), "message": none.to_string() } }))?;
            out.flush()?;
        }
        Format::Human | Format::Cuda => terminal::complain(&none.to_string()),
    }
    Ok(none.status())
}

/// Why there is no report.
enum Failure {
    /// The statement cannot run; never empty.
    Statement(Vec<Diagnostic>),
    /// Running it failed.
    Run(RunError),
}

/// Prints the kernel of a statement.
fn show_kernel(statement: &str) -> io::Result<Status> {
    let planned = match layoutlens_ide::run_job(statement) {
        Ok(run) => run_request(&run, DeviceChoice::Auto).and_then(|request| layoutlens_run::check(&request)),
        Err(diagnostics) => {
            write_human(statement, &Err(Failure::Statement(diagnostics)))?;
            return Ok(Status::Findings);
        }
    };
    match planned {
        Ok(plan) => {
            let mut out = terminal::output();
            write!(out, "{}", plan.kernel().source)?;
            out.flush()?;
            Ok(Status::Clean)
        }
        Err(error) => {
            let status = status_of(&error);
            write_human(statement, &Err(Failure::Run(error)))?;
            Ok(status)
        }
    }
}

fn run_on(arguments: &Arguments, run: &layoutlens_eval::Run) -> Result<Report, RunError> {
    let unused = unused_options(run);
    if !unused.is_empty() {
        terminal::note(&format!("the kernels have no use for the options {}", unused.join(", ")));
    }
    let here = WorkerCommand::this_binary()?;
    let words = arguments.worker.iter().flat_map(|words| words.split_whitespace()).map(str::to_owned);
    let command = WorkerCommand::of_words(words).unwrap_or_else(|| here.clone());
    let runner = Runner::new(command).with_emulator(here);
    let run_on = |device| runner.run(&run_request(run, device)?, progress(), &CancelFlag::new());
    match arguments.device {
        Device::Gpu => run_on(DeviceChoice::Gpu),
        Device::Cpu => run_on(DeviceChoice::Cpu),
        Device::Auto => run_on(DeviceChoice::Auto).or_else(|error| match error.gpu_is_missing() {
            true => {
                let reason = error.message.lines().next().unwrap_or_default();
                terminal::note(&format!("{reason}; emulating"));
                run_on(DeviceChoice::Cpu)
            }
            false => Err(error),
        }),
    }
}

/// A bar on standard error, when that is a terminal.
fn progress() -> impl FnMut(Progress) {
    let bar = if io::stderr().is_terminal() { ProgressBar::new(100) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{msg:>9} {wide_bar} {percent}%") {
        bar.set_style(style);
    }
    move |progress| {
        bar.set_message(progress.stage.name());
        bar.set_position(u64::from(progress.percent));
        if progress.percent == 100 {
            bar.finish_and_clear();
        }
    }
}

/// A refused request is a finding; a missing device or a broken worker is not the statement's fault.
fn status_of(error: &RunError) -> Status {
    use ErrorCode::*;
    match error.code {
        BadLayout | SizeMismatch | DestinationCollides | NegativeOffset | GemmRank | GemmShapeMismatch
        | BadThreadValues | BadOption | OptionUnsupported | UnsupportedElement | TooLarge => Status::Findings,
        _ => Status::Failure,
    }
}

fn write_human(statement: &str, outcome: &Result<Report, Failure>) -> io::Result<()> {
    match outcome {
        Ok(report) => {
            let mut out = terminal::output();
            writeln!(out, "{report}")?;
            for line in report.figures().lines() {
                match line {
                    "" => writeln!(out)?,
                    line => writeln!(out, "  {line}")?,
                }
            }
            out.flush()
        }
        Err(Failure::Run(error)) => {
            terminal::complain(&format!("{error} [{}]", code_name(error)));
            Ok(())
        }
        Err(Failure::Statement(diagnostics)) => {
            let text = with_keyword(statement);
            let mut out = terminal::error_output();
            for diagnostic in diagnostics {
                writeln!(out, "{}\n", excerpt(&terminal::renderer(), PATH, &Source::new(&text), diagnostic))?;
            }
            out.flush()
        }
    }
}

fn write_json(outcome: &Result<Report, Failure>) -> io::Result<()> {
    let object = match outcome {
        Ok(report) => report.to_json(),
        Err(Failure::Run(error)) => error.to_json(),
        Err(Failure::Statement(diagnostics)) => {
            let first = diagnostics.first();
            json!({ "error": {
                "code": first.map_or("syntax", |diagnostic| diagnostic.code),
                "message": first.map_or("", |diagnostic| diagnostic.message.as_str()),
            }})
        }
    };
    let mut out = terminal::raw_output();
    writeln!(out, "{object:#}")?;
    out.flush()
}

/// The code as JSON spells it.
fn code_name(error: &RunError) -> String {
    match error.to_json().pointer("/error/code") {
        Some(Value::String(code)) => code.clone(),
        _ => format!("{:?}", error.code),
    }
}
