//! The extension in VS Code, served by code-server to a headless Chromium: `vscode-extension/e2e`.

use std::{env, path::Path, process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{corpora, dist, error::Error, folders, install::CodeServer, process};

/// The code bases whose kernels are opened.
const KERNELS: [&str; 2] = ["nvidia-cutlass", "quack-kernels"];

/// Those that are opened too where all kernels are.
const MORE_KERNELS: &str = "flash-attn-4";

/// Set where all kernels are opened.
const ALL_KERNELS: &str = "LAYOUTLENS_ALL_KERNELS";

/// The tests of the extension, and the one that opens kernels.
const TESTS: &str = "e2e/*.test.ts";
const TEST_OF_KERNELS: &str = "e2e/hints.test.ts";

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

pub(super) fn in_browser(session: &Session) -> Outcome {
    with_tools(session, TESTS, env::var_os(ALL_KERNELS).is_some())
}

/// The hints of ten kernels of other people.
pub(super) fn ten_kernels(session: &Session) -> Outcome {
    with_tools(session, TEST_OF_KERNELS, true)
}

fn with_tools(session: &Session, tests: &str, are_all: bool) -> Outcome {
    let tools = match session.code_server() {
        Ok(tools) => tools,
        Err(reason) => return Outcome::NotRun(format!("code-server is missing: {reason}")),
    };
    let chromium =
        match session.machine().and_then(|machine| machine.chromium.as_deref().map_err(Clone::clone)) {
            Ok(chromium) => chromium,
            Err(reason) => return Outcome::NotRun(format!("Chromium is missing: {reason}")),
        };
    match session.binary().and_then(|binary| Ok((binary, session.vsix()?))) {
        Ok((binary, vsix)) => {
            let editor = Editor { tools, chromium, binary, vsix };
            run(session, &editor, tests, are_all).into()
        }
        Err(reason) => Outcome::Failed(reason),
    }
}

/// What is tested, and with what.
struct Editor<'a> {
    tools: &'a CodeServer,
    chromium: &'a Path,
    binary: &'a Path,
    vsix: &'a Path,
}

fn run(session: &Session, editor: &Editor<'_>, which: &str, are_all: bool) -> Result<(), Error> {
    let Editor { tools, chromium, binary, vsix } = editor;
    let driver = dist::package_driver(&tools.node)?;
    let more = are_all.then_some(MORE_KERNELS);
    for name in KERNELS.into_iter().chain(more) {
        corpora::fetch(name)?;
    }
    let mut tests = Command::new(&tools.node);
    tests
        .current_dir(folders::extension())
        // Two editors at a time: one alone leaves two cores idle for most of the time.
        .args(["--test", "--test-concurrency=2", "--test-reporter=spec", which])
        .env("LAYOUTLENS_BIN", binary)
        .env("LAYOUTLENS_VSIX", vsix)
        .env("LAYOUTLENS_DRIVER_VSIX", driver)
        .env("LAYOUTLENS_CODE_SERVER", &tools.folder)
        .env("LAYOUTLENS_CHROMIUM", chromium)
        .env("LAYOUTLENS_CORPORA", folders::target().join("corpora"))
        .env("LAYOUTLENS_SCREENSHOTS", folders::screenshots())
        .env("LAYOUTLENS_TEST_WORKSPACES", session.test_workspaces());
    if are_all {
        tests.env(ALL_KERNELS, "1");
    }
    process::run(&mut tests, LIMIT)
}
