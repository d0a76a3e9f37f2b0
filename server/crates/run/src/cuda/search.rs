//! Where NVIDIA's libraries may be on a user's machine.
//!
//! There is no one place: the driver's package, a toolkit, a conda environment and a wheel from PyPI each have
//! their own. Folders are tried in order of how deliberately the user chose them.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// Names the folder or the library file of NVRTC to use, before any other place.
pub(super) const NVRTC_VARIABLE: &str = "LAYOUTLENS_NVRTC";

/// The part of the system that the search reads.
pub(super) struct Environment<'a> {
    /// An environment variable's value.
    pub(super) variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// `/`; another folder in tests.
    pub(super) root: &'a Path,
}

impl Environment<'_> {
    fn path(&self, variable: &str) -> Option<PathBuf> {
        (self.variable)(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    }
}

/// The folder that the user named, if one is named; a file stands for its folder.
pub(super) fn named_folder(environment: &Environment<'_>) -> Option<PathBuf> {
    let path = environment.path(NVRTC_VARIABLE)?;
    if path.is_file() { path.parent().map(Path::to_owned) } else { Some(path) }
}

/// Folders that hold CUDA's run-time libraries, most deliberate choice first; only such as exist, none twice.
pub(super) fn toolkit_folders(environment: &Environment<'_>) -> Vec<PathBuf> {
    let mut folders = Folders::default();
    for variable in ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"] {
        if let Some(root) = environment.path(variable) {
            folders.add_toolkit(&root);
        }
    }
    for variable in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        if let Some(root) = environment.path(variable) {
            folders.add_toolkit(&root);
            folders.add_wheels(&root);
        }
    }
    add_from_path(environment, &mut folders);
    let system = environment.root;
    folders.add_toolkit(&system.join("usr/local/cuda"));
    for toolkit in newest_first(&system.join("usr/local"), "cuda-") {
        folders.add_toolkit(&toolkit);
    }
    for toolkit in ["opt/cuda", "usr/lib/cuda", "usr/lib/nvidia-cuda-toolkit"] {
        folders.add_toolkit(&system.join(toolkit));
    }
    for folder in ["usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib64"] {
        folders.add(system.join(folder));
    }
    folders.found
}

/// Folders outside of the loader's path in which drivers put `libcuda.so.1`.
pub(super) fn driver_folders(environment: &Environment<'_>) -> Vec<PathBuf> {
    let mut folders = Folders::default();
    for folder in [
        "usr/lib/wsl/lib",
        "usr/local/nvidia/lib64",
        "usr/local/nvidia/lib",
        "run/opengl-driver/lib",
        "usr/lib/x86_64-linux-gnu",
        "usr/lib/x86_64-linux-gnu/nvidia/current",
        "usr/lib/aarch64-linux-gnu",
        "usr/lib64",
        "usr/lib64/nvidia",
    ] {
        folders.add(environment.root.join(folder));
    }
    folders.found
}

/// The toolkit of the `nvcc` and the wheels of each `python` on PATH.
fn add_from_path(environment: &Environment<'_>, folders: &mut Folders) {
    let path = (environment.variable)("PATH").unwrap_or_default();
    let programs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for folder in &programs {
        // /usr/bin/nvcc is a link into the toolkit.
        if let Ok(nvcc) = folder.join("nvcc").canonicalize()
            && let Some(root) = nvcc.parent().and_then(Path::parent)
        {
            folders.add_toolkit(root);
        }
    }
    for folder in &programs {
        if ["python3", "python"].iter().any(|python| folder.join(python).exists())
            && let Some(root) = folder.parent()
        {
            folders.add_wheels(root);
        }
    }
}

#[derive(Default)]
struct Folders {
    found: Vec<PathBuf>,
}

impl Folders {
    fn add(&mut self, folder: PathBuf) {
        if folder.is_dir() && !self.found.contains(&folder) {
            self.found.push(folder);
        }
    }

    fn add_toolkit(&mut self, root: &Path) {
        for libraries in ["lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib"] {
            self.add(root.join(libraries));
        }
    }

    /// The `nvidia/*/lib` of the packages of the python installed under `root`.
    fn add_wheels(&mut self, root: &Path) {
        for libraries in ["lib", "lib64"] {
            for python in newest_first(&root.join(libraries), "python3") {
                for packages in ["site-packages", "dist-packages"] {
                    for wheel in newest_first(&python.join(packages).join("nvidia"), "") {
                        self.add(wheel.join("lib"));
                    }
                }
            }
        }
    }
}

/// Entries of `folder` whose names begin with `prefix`, the greatest version number first; a folder that cannot be read is
/// one without toolkits: where nothing is found, the places that were tried are told.
fn newest_first(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut versions: Vec<(Vec<u32>, String)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let numbers = name.strip_prefix(prefix)?.split(|character: char| !character.is_ascii_digit());
            Some((numbers.filter_map(|number| number.parse().ok()).collect(), name))
        })
        .collect();
    versions.sort();
    versions.into_iter().rev().map(|(_, name)| folder.join(name)).collect()
}

/// Names under which a library of CUDA's toolkit may be installed, newest first: those of CUDA versions that the driver can work with, and
/// the others.
///
/// A driver does not load the code that a compiler of a newer major version makes.
pub(super) fn library_names(stem: &str, driver_major: Option<i32>) -> [Vec<String>; 2] {
    let versions = [(13, ".13"), (12, ".12"), (11, ".11.2"), (11, ".11"), (0, "")];
    let (fitting, newer): (Vec<_>, Vec<_>) =
        versions.into_iter().partition(|(major, _)| driver_major.is_none_or(|driver| *major <= driver));
    [fitting, newer]
        .map(|names| names.into_iter().map(|(_, version)| format!("lib{stem}.so{version}")).collect())
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, fs};

    use super::*;

    fn searched(root: &Path, variables: &[(&str, &str)]) -> Vec<String> {
        let variables: HashMap<_, _> = variables
            .iter()
            .map(|(name, value)| (*name, OsString::from(value.replace('@', &root.display().to_string()))))
            .collect();
        let environment = Environment { variable: &|name| variables.get(name).cloned(), root };
        let relative = |folder: PathBuf| folder.strip_prefix(root).unwrap().display().to_string();
        toolkit_folders(&environment).into_iter().map(relative).collect()
    }

    #[test]
    fn chosen_places_come_before_installed_ones_and_newer_before_older() {
        let root = tempfile::tempdir().unwrap();
        for folder in [
            "home/cuda/lib64",
            "venv/lib/python3.11/site-packages/nvidia/cu13/lib",
            "venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib",
            "venv/bin",
            "usr/local/cuda-12.9/lib64",
            "usr/local/cuda-12.10/lib64",
            "usr/local/cuda-13.0/targets/x86_64-linux/lib",
            "opt/toolkit/bin",
            "opt/toolkit/lib64",
            "opt/cuda/lib64",
            "usr/lib/x86_64-linux-gnu",
        ] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        fs::write(root.path().join("opt/toolkit/bin/nvcc"), "").unwrap();
        let found = searched(
            root.path(),
            &[
                ("CUDA_HOME", "@/home/cuda"),
                ("VIRTUAL_ENV", "@/venv"),
                ("PATH", "@/venv/bin:@/opt/toolkit/bin"),
            ],
        );
        insta::assert_snapshot!(found.join("\n"), @r#"
        home/cuda/lib64
        venv/lib
        venv/lib/python3.11/site-packages/nvidia/cu13/lib
        venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib
        opt/toolkit/lib64
        usr/local/cuda-13.0/targets/x86_64-linux/lib
        usr/local/cuda-12.10/lib64
        usr/local/cuda-12.9/lib64
        opt/cuda/lib64
        usr/lib/x86_64-linux-gnu
        "#);
    }

    #[test]
    fn wheels_of_a_python_on_the_path_are_found() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["py/bin", "py/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        fs::write(root.path().join("py/bin/python3"), "").unwrap();
        let found = searched(root.path(), &[("PATH", "@/py/bin")]);
        assert_eq!(found, ["py/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib"]);
    }

    #[test]
    fn a_compiler_that_the_driver_can_work_with_is_preferred() {
        let [fitting, newer] = library_names("nvrtc", Some(12));
        assert_eq!(fitting, ["libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so.11", "libnvrtc.so"]);
        assert_eq!(newer, ["libnvrtc.so.13"]);
        let [fitting, newer] = library_names("nvrtc", Some(13));
        assert_eq!(fitting.first().map(String::as_str), Some("libnvrtc.so.13"));
        assert!(newer.is_empty());
    }
}
