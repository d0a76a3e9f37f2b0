//! The crates of the workspace, and the file in which each begins.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

use crate::{error::Error, process};

/// A library, program, example, bench or test.
pub(super) struct Crate {
    /// The package's name; of an example, bench or test with its own after it.
    pub(super) name: String,
    /// The file in which it begins.
    pub(super) root: PathBuf,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    name: String,
    src_path: PathBuf,
}

/// What cargo knows of the workspace in `repository`. Build scripts are left out.
pub(super) fn crates(repository: &Path) -> Result<Vec<Crate>, Error> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(repository);
    let metadata: Metadata = serde_json::from_str(&process::output(&mut cargo)?)
        .map_err(|error| Error::Other(format!("cargo metadata: {error}")))?;
    let crates = metadata.packages.iter().flat_map(|package| {
        package.targets.iter().filter_map(|target| {
            let name = match target.kind.first()?.as_str() {
                "custom-build" => return None,
                "lib" => package.name.clone(),
                "bin" => format!("{} (program)", package.name),
                kind => format!("{} ({kind} {})", package.name, target.name),
            };
            Some(Crate { name, root: target.src_path.clone() })
        })
    });
    Ok(crates.collect())
}
