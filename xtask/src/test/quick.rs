//! `--quick`: what matters after a small change, in less than a minute.

use std::collections::BTreeSet;

use super::{
    changes, extension, neovim,
    report::{Outcome, Step},
    rust::{self, LIMIT, has_nextest},
    session::Session,
};
use crate::{error::Error, grammar::GRAMMAR, process, release::cargo};

/// Tests of more than some seconds: they leave to the whole run what is seldom broken alone.
const LONG: &str = "test(/^(stress|bad_input)::/) | test(an_edited_file_shows_what_a_fresh_server_shows) \
                    | test(each_kernel_) | test(any_product_is_right) | test(kernels_of_any_shape) \
                    | test(huge_files_are_read) | test(long_files_of_one_sign) | test(explanation_and_grammar_agree) \
                    | test(statements_give_what_cute_gives)";
/// Random cases of a property; the whole run tries 256.
const RANDOM_CASES: &str = "32";

const RUST: &[Step] = &[
    ("formatting", rust::formatting),
    ("clippy", rust::clippy),
    ("tests of what changed, and of what depends on it", tests),
];
const GRAMMAR_STEPS: &[Step] = &[("grammar corpus", rust::grammar_corpus)];
const NEOVIM: &[Step] = &[("plugin in Neovim", neovim::headless)];
const EXTENSION: &[Step] = &[("extension: types and unit tests", extension::types_and_unit_tests)];

/// The steps for what differs from `main`.
///
/// # Errors
/// When git cannot tell what differs.
pub(super) fn steps() -> Result<Vec<Step>, Error> {
    let files = changes::files()?;
    let differs = |folder: &str| files.iter().any(|file| file.starts_with(folder));
    let mut steps = RUST.to_vec();
    if differs("grammar/") {
        steps.extend(GRAMMAR_STEPS);
    }
    if differs("neovim-plugin/") {
        steps.extend(NEOVIM);
    }
    if differs("vscode-extension/") {
        steps.extend(EXTENSION);
    }
    Ok(steps)
}

fn tests(_: &Session) -> Outcome {
    match changes::files().and_then(|files| changes::packages(&files)) {
        Ok(packages) if packages.is_empty() => {
            println!("no package differs");
            Outcome::Passed
        }
        Ok(packages) => test(&packages).into(),
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

fn test(packages: &BTreeSet<String>) -> Result<(), Error> {
    println!("differs: {}", packages.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    let mut command = cargo();
    if has_nextest() {
        command.args(["nextest", "run", "--no-fail-fast", "--status-level", "fail", "--no-tests", "pass"]);
        // The packages of the whole run, for what is built to be the same; the filter picks among them.
        command.args(["--workspace", "--exclude", GRAMMAR, "--filterset", &filter(packages)]);
    } else {
        command.args(["test", "--no-fail-fast", "--quiet", "--all-targets"]);
        command.args(packages.iter().flat_map(|package| ["--package", package]));
    }
    process::run(command.env("PROPTEST_CASES", RANDOM_CASES).env("PROPTEST_RNG_SEED", rust::SEED), LIMIT)
}

/// The tests of `packages` and of what depends on them, in nextest's notation.
fn filter(packages: &BTreeSet<String>) -> String {
    let affected: Vec<_> = packages.iter().map(|package| format!("rdeps({package})")).collect();
    format!("({}) - ({LONG})", affected.join(" | "))
}
