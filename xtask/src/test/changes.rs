//! What differs from the branch that it will go to.

use std::{collections::BTreeSet, path::Path, process::Command};

use serde_json::Value;

use crate::{error::Error, folders, process, release::cargo};

/// The branch that changes go to.
const MAIN: &str = "main";

/// A package of the workspace: its name, and its folder below the repository.
type Package = (String, String);

/// The files that differ, below the repository, with `/` between folders: those that are not committed, and those of the
/// commits since the branch left `main`; on `main` itself, and where nothing differs, those of the last commit.
pub(super) fn files() -> Result<BTreeSet<String>, Error> {
    let base = git(&["merge-base", "HEAD", MAIN]).unwrap_or_else(|_| "HEAD".into());
    let mut files = paths(&git(&["diff", "--name-only", base.trim()])?);
    files.extend(paths(&git(&["ls-files", "--others", "--exclude-standard"])?));
    if files.is_empty() {
        files = paths(&git(&["show", "--name-only", "--format=", "HEAD"])?);
    }
    Ok(files)
}

/// The packages that `files` are in; all of them when a file that every build reads is among them.
pub(super) fn packages(files: &BTreeSet<String>) -> Result<BTreeSet<String>, Error> {
    let text = process::output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|error| Error::Other(format!("cargo metadata prints what is not JSON: {error}")))?;
    let packages = metadata["packages"].as_array().into_iter().flatten().filter_map(package);
    Ok(packages_of(files, &packages.collect::<Vec<_>>()))
}

fn package(of: &Value) -> Option<Package> {
    let folder = Path::new(of["manifest_path"].as_str()?).parent()?;
    let folder = folder.strip_prefix(folders::repository()).ok()?;
    Some((of["name"].as_str()?.to_owned(), folder.to_string_lossy().replace('\\', "/")))
}

fn packages_of(files: &BTreeSet<String>, packages: &[Package]) -> BTreeSet<String> {
    if files.iter().any(|file| matches!(file.as_str(), "Cargo.toml" | "Cargo.lock" | "clippy.toml")) {
        return packages.iter().map(|(name, _)| name.clone()).collect();
    }
    // The tests of the front ends open the example projects and hold the documents to what they say.
    let front_ends = |file: &str| match file.split('/').next() {
        Some("test-workspaces" | "docs") => ["layoutlens", "layoutlens-ide", "layoutlens-server"].as_slice(),
        _ => &[],
    };
    let owner = |file: &str| {
        let below = |folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let owners = packages.iter().filter(|(_, folder)| below(folder));
        owners.max_by_key(|(_, folder)| folder.len()).map(|(name, _)| name.clone())
    };
    let owned = files.iter().filter_map(|file| owner(file));
    owned.chain(files.iter().flat_map(|file| front_ends(file)).map(|name| (*name).to_owned())).collect()
}

fn paths(lines: &str) -> BTreeSet<String> {
    lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn git(arguments: &[&str]) -> Result<String, Error> {
    process::output(Command::new("git").current_dir(folders::repository()).args(arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Vec<String> {
        let package = |name: &str, folder: &str| (name.to_owned(), folder.to_owned());
        let packages = [
            package("layout-algebra", "algebra"),
            package("layoutlens", "server"),
            package("layoutlens-eval", "server/crates/eval"),
            package("layoutlens-ide", "server/crates/ide"),
        ];
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        packages_of(&files, &packages).into_iter().collect()
    }

    #[test]
    fn a_file_belongs_to_the_innermost_package_around_it() {
        assert_eq!(of(&["server/crates/eval/src/lib.rs"]), ["layoutlens-eval"]);
        assert_eq!(of(&["server/src/main.rs", "algebra/README.md"]), ["layout-algebra", "layoutlens"]);
        assert!(of(&["README.md", "neovim-plugin/lua/layoutlens/init.lua", "algebra.md"]).is_empty());
    }

    #[test]
    fn the_front_ends_are_tested_with_the_example_projects_and_the_whole_with_the_workspace() {
        assert_eq!(
            of(&["test-workspaces/cuda/layouts.cu"]),
            ["layoutlens", "layoutlens-ide", "layoutlens-server"]
        );
        assert_eq!(of(&["Cargo.lock"]).len(), 4);
    }
}
