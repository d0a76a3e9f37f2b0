//! cargo-fuzz, built from its registry.

use std::path::PathBuf;

use super::{LIMIT, is_installed, mark_installed};
use crate::{folders, process, release::cargo};

const VERSION: &str = "0.13.2";

/// The program `cargo-fuzz`, installed once.
pub(crate) fn cargo_fuzz() -> Result<PathBuf, String> {
    let folder = folders::tools().join("cargo-fuzz");
    let program = folder.join("bin").join("cargo-fuzz");
    if is_installed(&folder, VERSION) && program.is_file() {
        return Ok(program);
    }
    let mut command = cargo();
    command.args(["install", "cargo-fuzz", "--locked", "--version", VERSION, "--root"]).arg(&folder);
    let log = folders::tools().join("cargo-fuzz.log");
    process::run_logged(&mut command, &log, LIMIT).map_err(|error| error.to_string())?;
    mark_installed(&folder, VERSION)?;
    Ok(program)
}
