//! The program, and what belongs to it in an installation.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{archive, glibc, licences, platform};
use crate::{error::Error, folders, install, process, release};

/// What the program is linked for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Shells, and where each looks for completions below a prefix.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/layoutlens"),
    ("zsh", "share/zsh/site-functions/_layoutlens"),
    ("fish", "share/fish/vendor_completions.d/layoutlens.fish"),
];

/// The release binary for old systems, linked by zig.
pub(super) fn build() -> Result<PathBuf, Error> {
    if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
        return Err(Error::Other("cargo xtask dist builds on Linux with an x86-64 processor".into()));
    }
    let tools = install::zigbuild().map_err(Error::Other)?;
    let mut build = release::cargo();
    build.args(["zigbuild", "--release", "--package", "layoutlens", "--target"]);
    build.arg(format!("{TARGET}.{}", glibc::OLDEST));
    tools.on_path_of(&mut build);
    process::run(&mut build, process::ONLY_A_DEFECT_TAKES_LONGER)?;
    Ok(folders::target().join(TARGET).join("release").join("layoutlens"))
}

/// An archive to unpack into a prefix: `tar -xf ARCHIVE -C ~/.local --strip-components=1`.
pub(super) fn archive(binary: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let name = format!("layoutlens-{}-{}", env!("CARGO_PKG_VERSION"), platform());
    let prefix = folder.join(&name);
    archive::put(binary, &prefix.join("bin/layoutlens"))?;
    for (shell, place) in COMPLETIONS {
        let script = process::output(Command::new(binary).args(["completions", shell]))?;
        archive::write(&prefix.join(place), &script)?;
    }
    let manual = prefix.join("share/man/man1");
    fs::create_dir_all(&manual).map_err(Error::file(&manual))?;
    process::output(Command::new(binary).arg("manual").arg(&manual))?;
    let about = prefix.join("share/doc/layoutlens");
    for page in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        archive::put(&folders::repository().join(page), &about.join(page))?;
    }
    archive::write(&about.join("THIRD-PARTY.md"), &licences::page(TARGET)?)?;
    archive::of_folder(folder, &name)
}
