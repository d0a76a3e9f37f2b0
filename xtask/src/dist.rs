//! What users install: the binary and the VS Code extension with the binary inside.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{error::Error, folders, install, process, release};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

/// Builds both into `target/dist`.
pub(crate) fn dist() -> Result<(), Error> {
    let binary = release::build()?;
    let node = install::node_and_packages().map_err(Error::Other)?;
    let folder = folders::dist();
    let vsix = package_extension(&node, &binary)?;
    let copied = folder.join(binary.file_name().unwrap_or_default());
    fs::copy(&binary, &copied).map_err(Error::file(&copied))?;
    println!("{}\n{}", copied.display(), vsix.display());
    Ok(())
}

/// Packages the extension with `binary` inside; the name carries the version and the platform.
pub(crate) fn package_extension(node: &Path, binary: &Path) -> Result<PathBuf, Error> {
    let inside = folders::extension().join("bin");
    fs::create_dir_all(&inside).map_err(Error::file(&inside))?;
    let name = binary.file_name().unwrap_or_default();
    fs::copy(binary, inside.join(name)).map_err(Error::file(&inside))?;
    let version = env!("CARGO_PKG_VERSION");
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let vsix = folders::dist().join(format!("layoutlens-{version}-{platform}.vsix"));
    vsce(node, &folders::extension(), &vsix, &[])?;
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
