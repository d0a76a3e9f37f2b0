//! Where files go that can be made again: pages and pictures that an editor is asked to show.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use layoutlens_disk::{place, read};

/// The user's folder for this version of the server; `None` when the environment names none.
pub(super) fn of_user() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = variable("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Caches"))
        } else {
            variable("HOME").map(|home| home.join(".cache"))
        }
    })?;
    Some(base.join("layoutlens").join(env!("CARGO_PKG_VERSION")))
}

/// Puts `text` into a file of that name that only the user reads, whole or not at all: another server may be writing the
/// same one. A link of that name gives way.
///
/// # Errors
/// When the folder or the file cannot be written.
pub(super) fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let is_file = fs::symlink_metadata(&path).is_ok_and(|present| present.is_file());
    if is_file && read(&path, text.len() as u64).is_ok_and(|present| present.bytes == text.as_bytes()) {
        return Ok(path);
    }
    place(folder, name, text.as_bytes())
}
