//! Where things are and where things go.

use std::path::PathBuf;

/// Root of the repository: the one that `cargo xtask` was called in, for clones may share a target folder and so one
/// built task.
pub(crate) fn repository() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().unwrap_or(&xtask).to_path_buf()
}

/// A path on the command line as it is named from any folder: what is called there may be started in another one.
pub(crate) fn absolute(path: &str) -> std::io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Everything that is built or fetched; ignored by git.
pub(crate) fn target() -> PathBuf {
    repository().join("target")
}

/// Programs of other people, fetched once: node, code-server.
pub(crate) fn tools() -> PathBuf {
    target().join("tools")
}

/// The pictures and terminal captures of the last test run.
pub(crate) fn screenshots() -> PathBuf {
    target().join("screenshots")
}

/// What users install.
pub(crate) fn dist() -> PathBuf {
    target().join("dist")
}

/// The VS Code extension.
pub(crate) fn extension() -> PathBuf {
    repository().join("vscode-extension")
}
