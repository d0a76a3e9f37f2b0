//! The packages that the program is made of, and under which licences.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::{error::Error, process, release};

/// What `cargo metadata` says, as far as it is asked.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    /// Where it comes from; a package of this repository has none.
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `build` and `dev` are no part of the program.
    kind: Option<String>,
}

/// A page that lists the packages, and has the texts of their licences.
pub(super) fn page(target: &str) -> Result<String, Error> {
    let mut metadata = release::cargo();
    metadata.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    let metadata: Metadata = serde_json::from_str(&process::output(&mut metadata)?)
        .map_err(|error| Error::Other(format!("cargo metadata: {error}")))?;
    let packages = linked(&metadata)?;
    let mut page = format!(
        "# Packages in layoutlens\nThe program is made of {} packages of other people. Below the list stand the texts of \
         their licences.\n\n| package | version | licence | source |\n|---|---|---|---|\n",
        packages.len()
    );
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for Package { name, version, license, repository, manifest_path, .. } in &packages {
        let licence = license.as_deref();
        let licence = licence.ok_or_else(|| Error::Other(format!("{name} {version} names no licence")))?;
        let source = repository.as_deref().unwrap_or("crates.io");
        page += &format!("| {name} | {version} | {licence} | {source} |\n");
        for text in licence_texts(manifest_path)? {
            texts.entry(text).or_default().push(name);
        }
    }
    for (text, names) in &texts {
        page += &format!("\n## {}\n````text\n{text}\n````\n", names.join(", "));
    }
    // What PNG pictures are written with.
    const FONT: &str = include_str!("../../../server/crates/render/font/OFL.txt");
    page += &format!("\n## The font Roboto Mono\n````text\n{}\n````\n", FONT.trim_end());
    Ok(page)
}

/// The packages whose code is linked into the program: what it needs, and what these need, but for what builds them.
fn linked(metadata: &Metadata) -> Result<Vec<&Package>, Error> {
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let program = metadata.packages.iter().find(|package| package.name == "layoutlens");
    let program = program.ok_or_else(|| Error::Other("cargo metadata names no package layoutlens".into()))?;
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![program.id.as_str()]);
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let package = packages.get(id).filter(|package| !is_macro(package));
        let Some(package) = package.filter(|_| seen.insert(id)) else { continue };
        found.push(*package);
        let needs = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let needs = needs.filter(|need| need.dep_kinds.iter().any(|kind| kind.kind.is_none()));
        waiting.extend(needs.map(|need| need.pkg.as_str()));
    }
    found.retain(|package| package.source.is_some());
    found.sort_by_key(|package| (&package.name, &package.version));
    Ok(found)
}

/// Whether the compiler runs it: none of its own code is in the program.
fn is_macro(package: &Package) -> bool {
    package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
}

/// The licences that lie beside a manifest.
fn licence_texts(manifest: &Path) -> Result<Vec<String>, Error> {
    let folder = manifest.parent().unwrap_or(manifest);
    let is_licence = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["license", "licence", "copying", "notice", "copyright", "unlicense"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_licence(&name) && path.is_file() {
            let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
            texts.push(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned());
        }
    }
    texts.sort();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn every_package_of_the_program_names_its_licence() {
        let page = page("x86_64-unknown-linux-gnu").expect("a page");
        for package in ["| clap |", "| tree-sitter-cuda |", "| mimalloc |"] {
            assert!(page.contains(package), "{package}");
        }
        for absent in ["| serde_derive |", "| layout-algebra |", "| proptest |", "| cc |"] {
            assert!(!page.contains(absent), "{absent}");
        }
        assert!(page.contains("Permission is hereby granted, free of charge"));
    }
}
