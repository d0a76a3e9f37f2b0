//! The Rust workspace. Every step builds the same packages, whatever of them runs: cargo gives a package other features
//! when it builds another selection, and builds it again. The grammar stands aside: what regenerates it gives serde_json
//! a feature that the product has not.

use std::{process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{
    grammar::GRAMMAR,
    process,
    release::{Tested, cargo, is_ci},
    vectors,
};

/// A cold build of the whole workspace takes some minutes on two free cores, and many on busy ones.
pub(super) const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;
/// Random cases are the same in every run, so that a run says something about the change that it runs on; `--full` and
/// `PROPTEST_RNG_SEED` try others.
pub(super) const SEED: &str = "2113";

pub(super) fn formatting(_: &Session) -> Outcome {
    process::run(cargo().args(["fmt", "--all", "--check"]), LIMIT).into()
}

pub(super) fn clippy(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--quiet"]);
    if is_ci() {
        // What is run to build packages is then built once for clippy and the tests.
        command.args(["--profile", Tested::here().profile_of_tests()]);
    }
    process::run(command.args(["--", "--deny", "warnings"]), LIMIT).into()
}

/// Everything but the grammar, which is a step of its own. Generated kernels are compiled by NVRTC, and the registers
/// that they take are held against those that were recorded.
pub(super) fn tests(session: &Session) -> Outcome {
    let mut command = test_runner();
    command.args(["--workspace", "--exclude", GRAMMAR]);
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        command.env("PROPTEST_RNG_SEED", SEED);
    }
    let nvrtc = session.machine().and_then(|machine| machine.nvrtc.clone());
    if let Ok(folder) = &nvrtc {
        command.env("LAYOUTLENS_NVRTC", folder);
    }
    match (process::run(&mut command, LIMIT), nvrtc) {
        (Ok(()), Err(reason)) => {
            Outcome::NotRun(format!("all passed, but no kernel was compiled, NVRTC is missing: {reason}"))
        }
        (ran, _) => ran.into(),
    }
}

/// Other people's answers, through the crate and through the binary, counted per file.
pub(super) fn vectors(session: &Session) -> Outcome {
    match session.binary() {
        Ok(binary) => vectors::vectors(binary).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}

/// With the example of its documentation.
pub(super) fn grammar_corpus(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["test", "--no-fail-fast", "--quiet", "--package", GRAMMAR]);
    command.args(["--profile", Tested::here().profile_of_tests()]);
    process::run(&mut command, LIMIT).into()
}

pub(super) fn documentation_examples(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["test", "--workspace", "--exclude", GRAMMAR, "--doc", "--quiet"]);
    command.args(["--profile", Tested::here().profile_of_tests()]);
    process::run(&mut command, LIMIT).into()
}

/// The crate of the algebra is packaged, and built from its package.
pub(super) fn publishable(_: &Session) -> Outcome {
    // What is not committed is tested like the rest.
    let arguments = ["publish", "--dry-run", "--quiet", "--allow-dirty", "--package", "layout-algebra"];
    process::run(cargo().args(arguments), LIMIT).into()
}

pub(super) fn binary(session: &Session) -> Outcome {
    match session.binary() {
        Ok(binary) => process::run(Command::new(binary).arg("--version"), LIMIT).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}

pub(super) fn has_nextest() -> bool {
    process::output(cargo().args(["nextest", "--version"])).is_ok()
}

/// nextest where it is installed: it runs the tests of all crates side by side.
fn test_runner() -> Command {
    let profile = Tested::here().profile_of_tests();
    let mut command = cargo();
    if has_nextest() {
        command.args(["nextest", "run", "--no-fail-fast", "--status-level", "fail", "--no-tests", "pass"]);
        command.args(["--cargo-profile", profile]);
    } else {
        command.args(["test", "--no-fail-fast", "--quiet", "--all-targets", "--profile", profile]);
    }
    command
}
