//! What `--full` adds: minutes, not seconds.

use std::{process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{alarm, bench, corpora, process, release::cargo};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;
const RANDOM_CASES: &str = "20000";

/// Files that are edited at random, below the code base of this name, and how often each is compared.
const EDITED: &[(&str, &str)] = &[
    ("nvidia-cutlass", "cutlass_library/source/examples/cute/tutorial/sgemm_sm80.cu"),
    ("nvidia-cutlass", "cutlass_library/source/examples/cute/tutorial/hopper/wgmma_tma_sm90.cu"),
    ("nvidia-cutlass", "cutlass_library/source/examples/cute/tutorial/blackwell/02_mma_tma_sm100.cu"),
    ("flash-attn-4", "flash_attn/cute/flash_fwd.py"),
    ("quack-kernels", "quack/gemm_sm90.py"),
];
const EDIT_ROUNDS: &str = "200";

/// How many edits, saves, checkouts, deletes and links of the workspace under churn.
const CHURN_STEPS: &str = "10000";

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
    alarm::run(Command::new(binary).args(["check", "--exit-zero"]).arg(code), LIMIT).into()
}

/// `layoutlens check` over the headers that every kernel includes ends well and finds nothing.
pub(super) fn check_of_headers(session: &Session) -> Outcome {
    let binary = match session.binary() {
        Ok(binary) => binary,
        Err(reason) => return Outcome::Failed(reason),
    };
    match corpora::fetch("nvidia-cutlass") {
        Ok(code) => {
            let headers = code.join("cutlass_library/source/include");
            alarm::run(Command::new(binary).arg("check").arg(headers), LIMIT).into()
        }
        Err(error) => Outcome::NotRun(error.to_string()),
    }
}

/// What a server shows of a file that was edited is what a fresh one shows of it.
pub(super) fn random_edits(_: &Session) -> Outcome {
    let mut files = Vec::new();
    for (corpus, path) in EDITED {
        match corpora::fetch(corpus) {
            Ok(code) => files.push(code.join(path)),
            Err(error) => return Outcome::NotRun(error.to_string()),
        }
    }
    let files = match std::env::join_paths(files) {
        Ok(files) => files,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let mut command = cargo();
    command.args(["test", "--release", "--package", "layoutlens", "--test", "wire", "an_edited_file"]);
    command.env("LAYOUTLENS_EDITED_FILES", files).env("LAYOUTLENS_EDIT_ROUNDS", EDIT_ROUNDS);
    alarm::run(&mut command, LIMIT).into()
}

/// What a server shows while files come, change and go is what a fresh one shows of them.
pub(super) fn files_under_churn(_: &Session) -> Outcome {
    let mut command = cargo();
    command.args(["test", "--release", "--package", "layoutlens", "--test", "wire", "files_under_churn"]);
    alarm::run(command.env("LAYOUTLENS_CHURN_STEPS", CHURN_STEPS), LIMIT).into()
}

/// Prints the figures; a slow machine is no failure.
pub(super) fn latency(session: &Session) -> Outcome {
    let binary = match session.binary() {
        Ok(binary) => binary.to_owned(),
        Err(reason) => return Outcome::Failed(reason),
    };
    match bench::latency(Some(binary)) {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
