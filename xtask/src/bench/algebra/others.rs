//! Other implementations, from PyPI, measured by a Python program.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{corpora, dsl, folders, install, process};

/// An implementation in Python.
pub(super) struct Other {
    /// Its name in the table, and for `measure.py`.
    pub(super) title: &'static str,
    source: Source,
}

enum Source {
    /// A module of a code base.
    Corpus(&'static str),
    /// A package with what it depends on.
    Package(&'static str),
}

pub(super) const OTHERS: &[Other] = &[
    Other { title: "pycute", source: Source::Corpus("nvidia-cutlass") },
    Other { title: "tensor-layouts", source: Source::Package("tensor-layouts==0.3.2") },
    Other { title: "CuTe DSL", source: Source::Package(dsl::PACKAGE) },
];

/// Nanoseconds of one call by operation.
///
/// # Errors
/// Why there are none: the package cannot be fetched, or does not run here.
pub(super) fn measure(other: &Other) -> Result<HashMap<String, f64>, String> {
    let packages = match other.source {
        Source::Corpus(name) => corpora::fetch(name).map_err(|error| error.to_string())?,
        Source::Package(requirement) => package(requirement)?,
    };
    run(&packages, other.title)
}

/// The folder with a package and what it depends on, installed once.
fn package(requirement: &str) -> Result<PathBuf, String> {
    let name = requirement.split('=').next().unwrap_or(requirement);
    let folder = folders::target().join("bench").join(name);
    install::packages(requirement, &folder)?;
    Ok(folder)
}

fn run(packages: &Path, title: &str) -> Result<HashMap<String, f64>, String> {
    const PROGRAM: &str = include_str!("measure.py");
    let path = folders::target().join("bench").join("measure.py");
    // The CuTe DSL reads the source of what it compiles, so the program has to be a file.
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::write(&path, PROGRAM).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut python = Command::new("python3");
    python.arg(&path).arg(title).arg(packages);
    let printed = process::output(&mut python).map_err(|error| error.to_string())?;
    serde_json::from_str(printed.trim()).map_err(|error| format!("{title}: {error}"))
}
