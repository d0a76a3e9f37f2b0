//! What users install, none of which needs Rust: an archive of the program with its manual and completions, the VS Code
//! extension with the program inside, the Neovim plugin, and the checksums of these.

mod archive;
mod extension;
mod glibc;
mod licences;
mod neovim;
mod program;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub(crate) use extension::{package_driver, package_extension};

use crate::{error::Error, folders, install};

/// What users get, once it is made.
pub(crate) struct Distribution {
    /// The program, its manual, its completions and the licences, as a folder `layoutlens-VERSION-PLATFORM`.
    pub(crate) program: PathBuf,
    pub(crate) vsix: PathBuf,
    pub(crate) neovim_plugin: PathBuf,
    /// The checksums of the three.
    pub(crate) checksums: PathBuf,
}

/// Builds everything into an empty `target/dist`.
///
/// # Errors
/// When a tool is missing or fails, or the program would not start with an old glibc.
pub(crate) fn dist() -> Result<Distribution, Error> {
    let binary = program::build()?;
    starts_on_old_systems(&binary)?;
    let node = install::node_and_packages().map_err(Error::Other)?;
    let folder = folders::dist();
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let program = program::archive(&binary, &folder)?;
    let vsix = extension::package_into(&node, &binary, &folder)?;
    let neovim_plugin = neovim::archive(&folder)?;
    let checksums = archive::checksums(&folder, &[&program, &vsix, &neovim_plugin])?;
    let made = Distribution { program, vsix, neovim_plugin, checksums };
    for path in [&made.program, &made.vsix, &made.neovim_plugin, &made.checksums] {
        println!("{}", path.display());
    }
    Ok(made)
}

/// Reads the symbols of a program.
///
/// # Errors
/// When one is of a newer glibc than old systems have.
pub(crate) fn starts_on_old_systems(binary: &Path) -> Result<(), Error> {
    let needs = glibc::newest_asked_for(binary)?;
    println!("{}: needs glibc {needs}", binary.display());
    if needs <= glibc::OLDEST {
        return Ok(());
    }
    let oldest = glibc::OLDEST;
    Err(Error::Other(format!("{} is to start with glibc {oldest}, and needs {needs}", binary.display())))
}

/// The platform that names of files speak of.
fn platform() -> String {
    format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
}
