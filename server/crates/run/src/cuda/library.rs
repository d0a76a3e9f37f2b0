//! Opening NVIDIA's libraries.

use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use super::search::{Environment, driver_folders, library_names, named_folder, toolkit_folders};

/// An opened library, and where it was.
pub(super) struct Opened {
    pub(super) library: Library,
    pub(super) path: String,
}

/// Every place that was tried in vain.
#[derive(Debug, Default)]
pub(super) struct Tried {
    lines: Vec<String>,
}

impl std::fmt::Display for Tried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

/// Opens NVRTC: from the folder that the user named, else from the loader's path, else from where CUDA is installed.
pub(super) fn open_nvrtc(environment: &Environment<'_>, driver_major: Option<i32>) -> Result<Opened, Tried> {
    let mut tried = Tried::default();
    let preferences = library_names("nvrtc", driver_major);
    if let Some(folder) = named_folder(environment) {
        // Whoever names a folder wants this one or none.
        return open_in(&folder, &preferences.concat(), BUILTINS, &mut tried).ok_or(tried);
    }
    let folders = toolkit_folders(environment);
    for names in preferences.iter().filter(|names| !names.is_empty()) {
        for name in names {
            if let Ok(library) = open(Path::new(name)) {
                return Ok(Opened { library, path: mapped_path(name).unwrap_or_else(|| name.clone()) });
            }
        }
        tried.lines.push(format!("  the loader's path, for {}", names.join(" ")));
        if let Some(opened) = folders.iter().find_map(|folder| open_in(folder, names, BUILTINS, &mut tried)) {
            return Ok(opened);
        }
    }
    Err(tried)
}

/// Makes the driver's library known to the loader where it is not on its path, so that cudarc finds it by name.
pub(super) fn preload_driver(environment: &Environment<'_>) {
    const NAME: &str = "libcuda.so.1";
    let opened = open(Path::new(NAME)).or_else(|error| {
        let files = driver_folders(environment).into_iter().map(|folder| folder.join(NAME));
        files.filter(|file| file.exists()).find_map(|file| open(&file).ok()).ok_or(error)
    });
    // Where it did not open, whoever asks for the driver next says so.
    if let Ok(library) = opened {
        // The driver must stay loaded as long as the process lives.
        std::mem::forget(library);
    }
}

/// Opens the driver's library of management.
pub(super) fn open_management(environment: &Environment<'_>) -> Option<Library> {
    const NAME: &str = "libnvidia-ml.so.1";
    let files = driver_folders(environment).into_iter().map(|folder| folder.join(NAME));
    open(Path::new(NAME))
        .ok()
        .or_else(|| files.filter(|file| file.exists()).find_map(|file| open(&file).ok()))
}

/// Opens cuBLAS, of a version that the driver can work with: beside the NVRTC that the user named, on the loader's path,
/// or where CUDA is installed.
pub(super) fn open_cublas(environment: &Environment<'_>, driver_major: i32) -> Option<Library> {
    let [names, _] = library_names("cublas", Some(driver_major));
    let mut tried = Tried::default();
    let named = named_folder(environment);
    let named = named.and_then(|folder| open_in(&folder, &names, CUBLAS_PARTS, &mut tried));
    let loaded = || names.iter().find_map(|name| open(Path::new(name)).ok());
    named.map(|opened| opened.library).or_else(loaded).or_else(|| {
        let folders = toolkit_folders(environment);
        let opened = folders.iter().find_map(|folder| open_in(folder, &names, CUBLAS_PARTS, &mut tried));
        opened.map(|opened| opened.library)
    })
}

/// What NVRTC and cuBLAS open by bare names.
const BUILTINS: &str = "libnvrtc-builtins.so.";
const CUBLAS_PARTS: &str = "libcublasLt.so.";

/// Opens the first of `names` in `folder`, after the `parts` that it looks for by bare name.
fn open_in(folder: &Path, names: &[String], parts: &str, tried: &mut Tried) -> Option<Opened> {
    let Some(path) = names.iter().map(|name| folder.join(name)).find(|path| path.exists()) else {
        let line = format!("  {}", folder.display());
        if !tried.lines.contains(&line) {
            tried.lines.push(line);
        }
        return None;
    };
    for part in parts_in(folder, parts) {
        // Where it does not load, the library that needs it says so.
        if let Ok(library) = open(&part) {
            // The library opens it again by its bare name, which the loader resolves to the loaded one.
            std::mem::forget(library);
        }
    }
    match open(&path) {
        Ok(library) => Some(Opened { library, path: path.display().to_string() }),
        Err(error) => {
            tried.lines.push(format!("  {} (does not load: {error})", path.display()));
            None
        }
    }
}

/// The files in the folder whose names begin so.
fn parts_in(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path())
        .collect()
}

fn open(path: &Path) -> Result<Library, libloading::Error> {
    // SAFETY: loading runs the library's initialisers. These are NVIDIA's, found under the names that NVIDIA gives
    // them, in places where only the user or an administrator installs; they have no preconditions.
    unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }
}

/// The file that the loader mapped for a bare library name.
#[expect(clippy::disallowed_methods, reason = "the system's own file about this process, of no known length")]
fn mapped_path(name: &str) -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let mut files = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    files.find(|file| file.contains(name)).map(str::to_owned)
}
