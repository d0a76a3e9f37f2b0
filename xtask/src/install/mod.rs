//! Programs of other people that the tests need: looked for first, fetched from a registry when missing.

mod apt;
mod in_background;
mod node;
mod pip;

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

pub(crate) use in_background::InBackground;
pub(crate) use node::{CodeServer, with_node_first};
pub(crate) use pip::{Zigbuild, packages, source, wheel};

use crate::folders;

/// Longest time for one download and installation.
const LIMIT: Duration = Duration::from_secs(1800);

/// The programs of this machine that drive the product. `Err` is the reason why one is not there.
pub(crate) struct Machine {
    pub(crate) chromium: Result<PathBuf, String>,
    pub(crate) neovim: Result<PathBuf, String>,
    /// A newer one, which draws inlay hints.
    pub(crate) new_neovim: Result<PathBuf, String>,
    pub(crate) tmux: Result<PathBuf, String>,
    pub(crate) emacs: Result<PathBuf, String>,
    /// Compiles CuTe's headers.
    pub(crate) cpp_compiler: Result<PathBuf, String>,
    /// The folder of NVRTC's libraries.
    pub(crate) nvrtc: Result<PathBuf, String>,
}

/// Finds each program, or installs it from its registry. One after the other: apt-get locks.
pub(crate) fn machine() -> Machine {
    let apt = apt::Apt::default();
    Machine {
        nvrtc: apt.program("pip3", &["python3-pip"]).and_then(|_| pip::nvrtc()),
        // A machine without any font shows boxes.
        chromium: apt.program("chromium", &["chromium", "fonts-dejavu-core"]),
        neovim: apt.program("nvim", &["neovim"]),
        new_neovim: apt.program("pip3", &["python3-pip"]).and_then(|_| pip::neovim()),
        tmux: apt.program("tmux", &["tmux"]),
        cpp_compiler: apt.program("g++", &["g++"]),
        emacs: apt.emacs(),
    }
}

/// sshd, and a Slurm of one machine, unpacked into a folder of their own, which is returned.
pub(crate) fn ssh_and_slurm() -> Result<PathBuf, String> {
    let folder = folders::tools().join("ssh-and-slurm");
    apt::Apt::default().unpacked(&["openssh-server", "slurm-wlm", "munge"], &folder)?;
    Ok(folder)
}

/// Whether this process may do everything.
pub(crate) fn is_root() -> bool {
    apt::is_root()
}

/// What links a program for systems that are older than this one, fetched from PyPI.
pub(crate) fn zigbuild() -> Result<Zigbuild, String> {
    apt::Apt::default().program("pip3", &["python3-pip"])?;
    pip::zigbuild()
}

/// A node of the version that code-server needs, code-server, and the packages of the extension.
pub(crate) fn node_and_code_server() -> Result<CodeServer, String> {
    let node = node::node()?;
    node::npm_packages(&node)?;
    node::code_server(node)
}

/// The node alone, with the packages of the extension.
pub(crate) fn node_and_packages() -> Result<PathBuf, String> {
    let node = node::node()?;
    node::npm_packages(&node)?;
    Ok(node)
}

/// The first program of this name on `PATH`.
fn on_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

/// Whether `folder` was completely installed for exactly this `version`.
fn is_installed(folder: &Path, version: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|stamp| stamp == version)
}

/// Says that `folder` is complete.
fn mark_installed(folder: &Path, version: &str) -> Result<(), String> {
    fs::write(folder.join(STAMP), version).map_err(|error| format!("{}: {error}", folder.display()))
}

/// An empty folder in place of whatever was there.
fn empty_folder(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

const STAMP: &str = ".installed";
