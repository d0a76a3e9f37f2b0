//! C++ files that include a header, and the programs among them.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

/// How many programs a header is read in.
const MOST_PROGRAMS: usize = 2;

/// How many files around a header are looked at.
const MOST_FILES: usize = 1500;

/// How many folders.
const MOST_FOLDERS: usize = 200;

/// How deep folders below the one at hand are looked into.
const DEEPEST: usize = 6;

/// How far up from the header's own folder its programs are looked for.
const MOST_LEVELS: usize = 3;

/// Longer files are no programs that people write.
const MOST_BYTES: u64 = 1 << 20;

/// Folders that hold no sources of the project.
const OTHERS: &[&str] = &["target", "build", "node_modules", "third_party", "__pycache__"];

/// What files include, kept while they do not change on disk.
#[derive(Debug, Default)]
pub(super) struct Includers {
    read: Mutex<HashMap<PathBuf, Included>>,
}

/// What one file includes: the last parts of the paths.
#[derive(Debug, Clone)]
struct Included {
    stamp: (u64, Option<SystemTime>),
    names: BTreeSet<String>,
}

impl Includers {
    /// Programs that may include the header, directly or through other headers; nearest folders first.
    pub(super) fn programs(&self, header: &Path, open: &[PathBuf]) -> Vec<PathBuf> {
        if !is_header(header) {
            return Vec::new();
        }
        let mut folder = header.parent();
        for _ in 0..MOST_LEVELS {
            let Some(around) = folder else { break };
            let found = self.programs_below(around, header);
            if !found.is_empty() {
                return found;
            }
            let is_top = open.iter().any(|open| open == around) || around.join(".git").exists();
            folder = if is_top { None } else { around.parent() };
        }
        Vec::new()
    }

    fn programs_below(&self, folder: &Path, header: &Path) -> Vec<PathBuf> {
        let files = files_below(folder);
        let included: Vec<(&PathBuf, BTreeSet<String>)> =
            files.iter().filter_map(|file| Some((file, self.names(file)?))).collect();
        let mut reaching: BTreeSet<String> = header.file_name().map(text).into_iter().collect();
        let mut programs: BTreeSet<&PathBuf> = BTreeSet::new();
        loop {
            let before = (reaching.len(), programs.len());
            for (file, names) in &included {
                if names.is_disjoint(&reaching) || *file == header {
                    continue;
                }
                if is_header(file) {
                    reaching.extend(file.file_name().map(text));
                } else {
                    programs.insert(file);
                }
            }
            if (reaching.len(), programs.len()) == before {
                break;
            }
        }
        spread(programs.into_iter().cloned().collect())
    }

    /// The last parts of the paths that a file includes.
    fn names(&self, file: &Path) -> Option<BTreeSet<String>> {
        let metadata = fs::metadata(file).ok().filter(|metadata| metadata.len() <= MOST_BYTES)?;
        let stamp = (metadata.len(), metadata.modified().ok());
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(file)
            && known.stamp == stamp
        {
            return Some(known.names.clone());
        }
        let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
        let names: BTreeSet<String> = text.lines().filter_map(included_name).map(str::to_owned).collect();
        if read.len() >= 4 * MOST_FILES {
            read.clear();
        }
        read.insert(file.to_owned(), Included { stamp, names: names.clone() });
        Some(names)
    }
}

/// `b.h` of `#include "a/b.h"`.
fn included_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let end = if rest.starts_with('<') { '>' } else { '"' };
    let path = rest.get(1..)?.split(end).next()?;
    path.rsplit('/').next()
}

/// Some of many, from everywhere.
fn spread(all: Vec<PathBuf>) -> Vec<PathBuf> {
    let step = all.len().div_ceil(MOST_PROGRAMS).max(1);
    all.into_iter().step_by(step).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    let mut seen = 0;
    while let Some((folder, depth)) = folders.pop() {
        seen += 1;
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().map(text).unwrap_or_default();
            if is_source(&path) && files.len() < MOST_FILES {
                files.push(path);
            } else if depth < DEEPEST
                && seen + folders.len() < MOST_FOLDERS
                && !name.starts_with('.')
                && !OTHERS.contains(&name.as_str())
                && path.extension().is_none()
                && path.is_dir()
            {
                folders.push((path, depth + 1));
            }
        }
    }
    files
}

fn text(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().into_owned()
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn is_header(path: &Path) -> bool {
    matches!(extension(path), "h" | "hpp" | "hh" | "hxx" | "cuh" | "inl" | "ipp")
}

fn is_source(path: &Path) -> bool {
    is_header(path) || matches!(extension(path), "cu" | "cpp" | "cc" | "cxx")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_through_other_headers() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir_all(root.join("kernels")).expect("a folder");
        for (file, text) in [
            ("kernels/kernel.h", "#pragma once"),
            ("kernels/launch.h", "#include \"kernel.h\""),
            ("kernels/a.cu", "  # include \"kernels/launch.h\""),
            ("kernels/b.cu", "#include <kernel.h>"),
            ("kernels/other.cu", "#include \"other.h\" // kernel.h"),
        ] {
            fs::write(root.join(file), text).expect("a file");
        }
        let includers = Includers::default();
        let programs = |header: &str| includers.programs(&root.join(header), &[root.to_owned()]);
        let expected = [root.join("kernels/a.cu"), root.join("kernels/b.cu")];
        assert_eq!(programs("kernels/kernel.h"), expected);
        assert_eq!(programs("kernels/launch.h"), [root.join("kernels/a.cu")]);
        assert!(programs("kernels/a.cu").is_empty(), "a program is none's header");
    }

    #[test]
    fn of_many_programs_some_are_taken_from_everywhere() {
        let all: Vec<PathBuf> = (0..10).map(|index| PathBuf::from(format!("{index}.cu"))).collect();
        let some: Vec<String> = spread(all).iter().map(|path| path.display().to_string()).collect();
        assert_eq!(some, ["0.cu", "5.cu"]);
    }
}
