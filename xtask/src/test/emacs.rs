//! Emacs with its built-in client eglot, the terminal editor of the registries that draws inlay hints.

use std::{process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{folders, process};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

/// Diagnostics, hover, inlay hints and code actions: `xtask/editors/emacs-probe.el`.
pub(super) fn eglot(session: &Session) -> Outcome {
    let emacs = match session.machine().and_then(|machine| machine.emacs.as_deref().map_err(Clone::clone)) {
        Ok(emacs) => emacs,
        Err(reason) => {
            return Outcome::NotRun(format!("{reason}; inlay hints are covered by the wire tests alone"));
        }
    };
    let binary = match session.binary() {
        Ok(binary) => binary,
        Err(reason) => return Outcome::Failed(reason),
    };
    let probe = folders::repository().join("xtask").join("editors").join("emacs-probe.el");
    let mut command = Command::new(emacs);
    command
        .args(["-Q", "--batch", "-l"])
        .arg(probe)
        .env("LAYOUTLENS_BIN", binary)
        .env("LAYOUTLENS_TEST_WORKSPACES", session.test_workspaces());
    process::run(&mut command, LIMIT).into()
}
