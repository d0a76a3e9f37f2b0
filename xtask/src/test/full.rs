//! What `--full` adds: minutes, not seconds.

use std::{process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{bench, corpora, process, release::cargo};

const LIMIT: Duration = Duration::from_secs(1800);
const RANDOM_CASES: &str = "20000";

/// The property tests of the algebra, against brute force.
pub(super) fn random_cases(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["test", "--release", "--package", "layout-algebra", "--quiet"]);
    process::run(command.env("PROPTEST_CASES", RANDOM_CASES), LIMIT).into()
}

/// `layoutlens check` over NVIDIA's own code ends well.
pub(super) fn check_of_cutlass(session: &Session) -> Outcome {
    let binary = match session.binary() {
        Ok(binary) => binary,
        Err(reason) => return Outcome::Failed(reason),
    };
    let code = match corpora::fetch("nvidia-cutlass") {
        Ok(code) => code,
        Err(error) => return Outcome::NotRun(error.to_string()),
    };
    process::run(Command::new(binary).args(["check", "--exit-zero"]).arg(code), LIMIT).into()
}

/// Prints the figures; a slow machine is no failure.
pub(super) fn latency(_: &Session) -> Outcome {
    match bench::latency() {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
