//! The fuzz targets of the algebra: some seconds here, minutes with `--full`.

use std::{fs, process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{error::Error, folders, install, process};

const TARGETS: [&str; 2] = ["parse", "chain"];
/// Instrumented builds of the crate are for this alone.
const BUILD_LIMIT: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_secs(10);
const LONG: Duration = Duration::from_secs(300);
/// A single input that takes longer is a hang. The slowest enumerate as many coordinates as the crate allows.
const SECONDS_PER_INPUT: u64 = 20;

/// Ten seconds a target, from the same seed each time: what this finds, the change under test has brought.
pub(super) fn short(_: &Session) -> Outcome {
    fuzz(SHORT, Some(1))
}

/// Ten minutes for both targets, from new seeds.
pub(super) fn long(_: &Session) -> Outcome {
    fuzz(LONG, None)
}

fn fuzz(each: Duration, seed: Option<u32>) -> Outcome {
    let fuzzer = match install::cargo_fuzz() {
        Ok(fuzzer) => fuzzer,
        Err(reason) => return Outcome::NotRun(format!("cargo-fuzz cannot be installed: {reason}")),
    };
    let cargo_fuzz = |action: &str| {
        let mut command = Command::new(&fuzzer);
        command.current_dir(folders::repository().join("algebra"));
        // The crate has no unsafe code: what is looked for are panics, so no sanitizer, which would need a nightly.
        command.args(["fuzz", action, "--sanitizer", "none"]);
        command.env("CARGO_TARGET_DIR", folder()).env("RUSTC_BOOTSTRAP", "1");
        command
    };
    process::run(&mut cargo_fuzz("build"), BUILD_LIMIT)
        .and_then(|()| TARGETS.iter().try_for_each(|target| run(cargo_fuzz("run"), target, each, seed)))
        .into()
}

/// Fuzzes one target. What it finds is kept: inputs that reach new code, and those that fail.
fn run(mut command: Command, target: &str, time: Duration, seed: Option<u32>) -> Result<(), Error> {
    let corpus = folder().join("corpus").join(target);
    let failures = folder().join("failures").join(target);
    for folder in [&corpus, &failures] {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    command.arg(target).arg(&corpus).arg("--").args([
        format!("-max_total_time={}", time.as_secs()),
        format!("-timeout={SECONDS_PER_INPUT}"),
        format!("-artifact_prefix={}/", failures.display()),
        "-rss_limit_mb=2048".to_owned(),
        "-verbosity=0".to_owned(),
        "-print_final_stats=1".to_owned(),
    ]);
    if let Some(seed) = seed {
        command.arg(format!("-seed={seed}"));
    }
    process::run(&mut command, BUILD_LIMIT + time)
}

fn folder() -> std::path::PathBuf {
    folders::target().join("fuzz")
}
