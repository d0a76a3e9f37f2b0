//! Packages of PyPI, unpacked and never installed.

use std::{
    fs,
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
    download_and_unpack(NVRTC, &folder, &["--only-binary=:all:"])?;
    library_folder(&folder).ok_or_else(|| format!("{NVRTC} holds no libnvrtc"))
}

/// Downloads `package` without what it depends on and unpacks it into `folder`, once.
pub(crate) fn download_and_unpack(package: &str, folder: &Path, options: &[&str]) -> Result<(), String> {
    if is_installed(folder, package) {
        return Ok(());
    }
    empty_folder(folder)?;
    let archives = folder.join(".archives");
    let log = folders::tools().join("pip.log");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation"]);
    pip.args(options).arg("--dest").arg(&archives).arg(package);
    process::run_logged(&mut pip, &log, LIMIT).map_err(|error| error.to_string())?;
    for archive in files(&archives)? {
        let name = archive.to_string_lossy();
        let module = if name.ends_with(".whl") || name.ends_with(".zip") { "zipfile" } else { "tarfile" };
        let mut unpack = Command::new("python3");
        unpack.args(["-m", module, "-e"]).arg(&archive).arg(folder);
        process::run_logged(&mut unpack, &log, LIMIT).map_err(|error| error.to_string())?;
    }
    fs::remove_dir_all(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
    mark_installed(folder, package)
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
