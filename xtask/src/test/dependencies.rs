//! What the product is made of: licences, sources and doubled packages, by `deny.toml`.

use std::{env::consts::EXE_SUFFIX, path::PathBuf, process::Command};

use super::{report::Outcome, session::Session};
use crate::{
    folders,
    process::{self, ONLY_A_DEFECT_TAKES_LONGER},
    release::cargo,
};

/// A version that is known to read `deny.toml`.
const VERSION: &str = "0.20.2";

/// `cargo deny` with the rules of `deny.toml`. Known vulnerabilities are not asked for: the answer would depend on the day.
pub(super) fn rules(_: &Session) -> Outcome {
    let program = match cargo_deny() {
        Ok(program) => program,
        Err(reason) => return Outcome::NotRun(reason),
    };
    let mut command = Command::new(program);
    command.current_dir(folders::repository()).args(["check", "bans", "licenses", "sources"]);
    process::run(&mut command, ONLY_A_DEFECT_TAKES_LONGER).into()
}

/// The one that is installed, or else one built once into the folder of tools, which takes minutes.
fn cargo_deny() -> Result<PathBuf, String> {
    if process::output(cargo().args(["deny", "--version"])).is_ok() {
        return Ok(PathBuf::from("cargo-deny"));
    }
    let root = folders::tools().join("cargo-deny");
    let program = root.join("bin").join(format!("cargo-deny{EXE_SUFFIX}"));
    if !program.is_file() {
        let mut install = cargo();
        install.args(["install", "--quiet", "--locked", "--version", VERSION, "--root"]).arg(&root);
        install.arg("cargo-deny");
        let built = process::run(&mut install, ONLY_A_DEFECT_TAKES_LONGER);
        built.map_err(|error| format!("cargo-deny is missing: {error}"))?;
    }
    Ok(program)
}
