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

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

pub(super) fn in_browser(session: &Session) -> Outcome {
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
        Ok((binary, vsix)) => run(session, tools, chromium, binary, vsix).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}

fn run(
    session: &Session,
    tools: &CodeServer,
    chromium: &Path,
    binary: &Path,
    vsix: &Path,
) -> Result<(), Error> {
    let driver = dist::package_driver(&tools.node)?;
    let more = env::var_os(ALL_KERNELS).map(|_| MORE_KERNELS);
    for name in KERNELS.into_iter().chain(more) {
        corpora::fetch(name)?;
    }
    let mut tests = Command::new(&tools.node);
    tests
        .current_dir(folders::extension())
        // One editor after the other: two cores.
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec", "e2e/*.test.ts"])
        .env("LAYOUTLENS_BIN", binary)
        .env("LAYOUTLENS_VSIX", vsix)
        .env("LAYOUTLENS_DRIVER_VSIX", driver)
        .env("LAYOUTLENS_CODE_SERVER", &tools.folder)
        .env("LAYOUTLENS_CHROMIUM", chromium)
        .env("LAYOUTLENS_CORPORA", folders::target().join("corpora"))
        .env("LAYOUTLENS_SCREENSHOTS", folders::screenshots())
        .env("LAYOUTLENS_TEST_WORKSPACES", session.test_workspaces());
    process::run(&mut tests, LIMIT)
}
