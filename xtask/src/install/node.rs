//! Node, code-server and the npm packages of the extension.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{LIMIT, empty_folder, is_installed, mark_installed};
use crate::{folders, process};

/// The node that code-server is made for.
const NODE: &str = "node@24.21.0";
const CODE_SERVER: &str = "code-server@4.139.1";
const QUIET: [&str; 3] = ["--no-audit", "--no-fund", "--no-update-notifier"];

/// code-server and the node that runs it.
pub(crate) struct CodeServer {
    /// The node program.
    pub(crate) node: PathBuf,
    /// The folder that has `node_modules/code-server`.
    pub(crate) folder: PathBuf,
}

/// The node program, fetched into `target/tools`.
pub(super) fn node() -> Result<PathBuf, String> {
    let folder = folders::tools().join("node");
    if !is_installed(&folder, NODE) {
        empty_package(&folder)?;
        // The package is an install script that picks the program of this platform: it must run.
        npm(&folder, None, &["install", "--ignore-scripts=false", NODE])?;
        mark_installed(&folder, NODE)?;
    }
    Ok(folder.join("node_modules").join("node").join("bin").join("node"))
}

/// code-server without its native modules: it runs without them, and they would need a compiler.
pub(super) fn code_server(node: PathBuf) -> Result<CodeServer, String> {
    let folder = folders::tools().join("code-server");
    if !is_installed(&folder, CODE_SERVER) {
        empty_package(&folder)?;
        npm(&folder, Some(&node), &["install", "--ignore-scripts", CODE_SERVER])?;
        let code = folder.join("node_modules").join("code-server").join("lib").join("vscode");
        for part in [code.clone(), code.join("extensions")] {
            npm(&part, Some(&node), &["install", "--omit=dev", "--ignore-scripts"])?;
        }
        mark_installed(&folder, CODE_SERVER)?;
    }
    Ok(CodeServer { node, folder })
}

/// The packages that `vscode-extension/package-lock.json` pins.
pub(super) fn npm_packages(node: &Path) -> Result<(), String> {
    let folder = folders::extension();
    let lock = folder.join("package-lock.json");
    let lock = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    let modules = folder.join("node_modules");
    if !is_installed(&modules, &lock) {
        npm(&folder, Some(node), &["ci", "--ignore-scripts"])?;
        mark_installed(&modules, &lock)?;
    }
    Ok(())
}

fn empty_package(folder: &Path) -> Result<(), String> {
    empty_folder(folder)?;
    fs::write(folder.join("package.json"), "{ \"private\": true }\n").map_err(|error| error.to_string())
}

fn npm(folder: &Path, node: Option<&Path>, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.current_dir(folder).args(arguments).args(QUIET);
    if let Some(path) = node.and_then(with_node_first) {
        command.env("PATH", path);
    }
    let log = folders::tools().join("npm.log");
    process::run_logged(&mut command, &log, LIMIT).map_err(|error| error.to_string())
}

/// `PATH` with this node in front of the system's.
pub(crate) fn with_node_first(node: &Path) -> Option<std::ffi::OsString> {
    let folder = node.parent()?.to_path_buf();
    let rest = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(folder).chain(env::split_paths(&rest))).ok()
}
