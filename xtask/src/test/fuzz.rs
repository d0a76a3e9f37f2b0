//! The fuzz targets, `fuzz/`, for minutes. What they keep is tried among the Rust tests (`fuzz/any-input/tests/kept.rs`).

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use super::{report::Outcome, session::Session};
use crate::{
    error::Error,
    folders,
    process::{self, ONLY_A_DEFECT_TAKES_LONGER},
    processors,
    release::cargo,
};

/// The targets.
const TARGETS: [&str; 8] =
    ["parse", "chain", "readers", "evaluator", "comments", "frames", "protocol", "emulator_reader"];
/// Seconds that each takes with `--full`.
const LONG: u32 = 300;
/// A single input that takes longer is a hang, on a machine that is ten times as slow as any.
const SECONDS_PER_INPUT: u32 = 200;
/// Longer inputs find little more and take much longer.
const MAX_LENGTH: u32 = 4096;

/// What cargo-fuzz passes to the compiler for coverage. No sanitizer: the code has no `unsafe` here, and what is looked
/// for are panics.
const COVERAGE: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// That their lock file, which only `--full` builds from, goes with the packages of the workspace.
pub(super) fn lock_file(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["fetch", "--quiet", "--locked", "--manifest-path"]);
    command.arg(folders::repository().join("fuzz").join("Cargo.toml"));
    process::run(&mut command, ONLY_A_DEFECT_TAKES_LONGER).into()
}

/// From new seeds; inputs that reach new code are kept below `target/`.
pub(super) fn long(_: &Session) -> Outcome {
    let run = |program: &Path, target: &str| {
        let corpus = made(&folder().join("corpus").join(target))?;
        fuzz(program, target, &corpus, &[format!("-max_total_time={LONG}")])
    };
    on_all_targets(run).into()
}

/// On as many targets at a time as the machine has processors: each runs on one.
fn on_all_targets(run: impl Fn(&Path, &str) -> Result<(), Error> + Sync) -> Result<(), Error> {
    let programs = build()?;
    processors::on_all_processors(&TARGETS, |_, target| run(&programs.join(target), target)).map(drop)
}

/// Builds all targets at once and returns the folder that they are in. Without cargo-fuzz, which would have to be built
/// first, and with the packages that stand beside each other built once.
fn build() -> Result<PathBuf, Error> {
    let host = host()?;
    let mut command = cargo();
    // With a target, so that what runs at build time is not instrumented.
    command.args(["build", "--release", "--quiet", "--locked", "--target", &host]);
    command.arg("--manifest-path").arg(folders::repository().join("fuzz").join("Cargo.toml"));
    command.env("CARGO_TARGET_DIR", folder()).env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    process::run(&mut command, ONLY_A_DEFECT_TAKES_LONGER)?;
    Ok(folder().join(host).join("release"))
}

/// What cargo calls this machine.
fn host() -> Result<String, Error> {
    let about = process::output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::Other("rustc does not name its host".into()))
}

/// Fuzzes one target from its kept corpus. What reaches new code goes to `found`; an input that fails is kept, and named
/// in the log.
fn fuzz(program: &Path, target: &str, found: &Path, amount: &[String]) -> Result<(), Error> {
    let failures = made(&folder().join("failures").join(target))?;
    let kept = folders::repository().join("fuzz").join("corpus").join(target);
    let mut command = Command::new(program);
    command.arg(found).arg(kept).args(amount).args([
        format!("-timeout={SECONDS_PER_INPUT}"),
        format!("-max_len={MAX_LENGTH}"),
        format!("-artifact_prefix={}/", failures.display()),
        "-rss_limit_mb=2048".to_owned(),
        "-verbosity=0".to_owned(),
    ]);
    let log = folder().join(format!("{target}.log"));
    fs::write(&log, "").map_err(Error::file(&log))?;
    let start = Instant::now();
    process::run_logged(&mut command, &log, ONLY_A_DEFECT_TAKES_LONGER)?;
    println!("{target}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn made(folder: &Path) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::file(folder))?;
    Ok(folder.to_path_buf())
}

fn folder() -> PathBuf {
    folders::target().join("fuzz")
}
