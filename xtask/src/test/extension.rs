//! The VS Code extension without an editor.

use std::{path::Path, process::Command, time::Duration};

use super::{report::Outcome, session::Session};
use crate::{error::Error, folders, install, process};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

pub(super) fn types_and_unit_tests(session: &Session) -> Outcome {
    match session.code_server() {
        Ok(tools) => npm(&tools.node, &["run", "--silent", "check"])
            .and_then(|()| npm(&tools.node, &["run", "--silent", "test"]))
            .into(),
        Err(reason) => Outcome::NotRun(format!("node or the npm packages are missing: {reason}")),
    }
}

pub(super) fn package(session: &Session) -> Outcome {
    if let Err(reason) = session.code_server() {
        return Outcome::NotRun(format!("node or the npm packages are missing: {reason}"));
    }
    match session.vsix() {
        Ok(vsix) => {
            println!("{}", vsix.display());
            Outcome::Passed
        }
        Err(reason) => Outcome::Failed(reason),
    }
}

fn npm(node: &Path, arguments: &[&str]) -> Result<(), Error> {
    let mut command = Command::new("npm");
    command.current_dir(folders::extension()).args(arguments);
    if let Some(path) = install::with_node_first(node) {
        command.env("PATH", path);
    }
    process::run(&mut command, LIMIT)
}
