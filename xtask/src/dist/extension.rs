//! The VS Code extension, with the binary inside.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::platform;
use crate::{error::Error, folders, install, process};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

/// The extension as the tests install it, with a `binary` that need not run anywhere else.
pub(crate) fn package_extension(node: &Path, binary: &Path) -> Result<PathBuf, Error> {
    package_into(node, binary, &folders::target().join("e2e"))
}

/// Packages the extension with `binary` inside; the name carries the version and the platform.
pub(super) fn package_into(node: &Path, binary: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let inside = folders::extension().join("bin");
    fs::create_dir_all(&inside).map_err(Error::file(&inside))?;
    let name = binary.file_name().unwrap_or_default();
    fs::copy(binary, inside.join(name)).map_err(Error::file(&inside))?;
    let vsix = folder.join(format!("layoutlens-{}-{}.vsix", env!("CARGO_PKG_VERSION"), platform()));
    // The page with its pictures is made by the bundle.
    let page = ["--readme-path", "dist/README.md", "--no-rewrite-relative-links"];
    vsce(node, &folders::extension(), &vsix, &page)?;
    Ok(vsix)
}

/// Packages the extension that the tests put beside ours to ask the editor questions.
pub(crate) fn package_driver(node: &Path) -> Result<PathBuf, Error> {
    let vsix = folders::target().join("e2e").join("driver.vsix");
    vsce(node, &folders::extension().join("e2e").join("driver"), &vsix, &["--skip-license"])?;
    Ok(vsix)
}

fn vsce(node: &Path, folder: &Path, vsix: &Path, options: &[&str]) -> Result<(), Error> {
    if let Some(parent) = vsix.parent() {
        fs::create_dir_all(parent).map_err(Error::file(parent))?;
    }
    let vsce = folders::extension().join("node_modules").join("@vscode").join("vsce").join("vsce");
    let mut command = Command::new(node);
    command.current_dir(folder).arg(vsce).args([
        "package",
        "--no-dependencies",
        "--allow-missing-repository",
    ]);
    command.args(options).arg("--out").arg(vsix);
    if let Some(path) = install::with_node_first(node) {
        command.env("PATH", path);
    }
    process::run_logged(&mut command, &folders::target().join("e2e").join("vsce.log"), LIMIT)
}
