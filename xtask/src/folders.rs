//! Where things are and where things go.

use std::path::{Path, PathBuf};

/// Root of the repository.
pub(crate) fn repository() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
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
