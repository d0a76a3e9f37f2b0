//! The DSL as it is on PyPI.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{error::Error, folders, install};

/// The DSL, with the version that the values of the tests are from.
pub(crate) const PACKAGE: &str = "nvidia-cutlass-dsl==4.8.1";

/// The folder with the DSL and what it needs.
pub(crate) fn packages() -> Result<PathBuf, Error> {
    let folder = folders::target().join("cutlass-dsl");
    install::packages(PACKAGE, &folder).map_err(Error::Other)?;
    Ok(folder)
}

/// A Python that finds the DSL, and writes nothing beside what it reads.
pub(crate) fn python(packages: &Path) -> Result<Command, Error> {
    let path = std::env::join_paths([
        packages.to_path_buf(),
        packages.join("nvidia_cutlass_dsl").join("dsl_packages"),
    ]);
    let path = path.map_err(|error| Error::Other(error.to_string()))?;
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(python)
}
