//! C++ files that include a header, and the programs among them.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    disk::{EntryKind, MOST_ENTRIES, Words},
    include,
    index::Index,
    kind::Kind,
    look::Look,
};

/// A header is read in all of its programs when there are no more than these, else in one.
const MOST_PROGRAMS: usize = 2;

/// How many files around a header are looked at.
const MOST_FILES: usize = 1500;

/// How many folders.
const MOST_FOLDERS: usize = 200;

/// How deep folders below the one at hand are looked into.
const DEEPEST: usize = 6;

/// How far up from the header's own folder its programs are looked for.
const MOST_LEVELS: usize = 3;

/// Folders that hold no sources of the project.
const OTHERS: &[&str] = &["target", "build", "node_modules", "third_party", "__pycache__"];

/// Programs that may include a header.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) programs: Vec<PathBuf>,
    /// Whether these are all that there are around it.
    pub(super) are_all: bool,
}

/// Programs that may include the header, directly or through other headers; nearest folders first.
pub(super) fn programs(look: &Look, header: &Path, roots: &[PathBuf]) -> Found {
    if !is_header(header) || include::is_of_library(&include::name(roots, header)) {
        return Found::default();
    }
    let open: Vec<PathBuf> = look.folders().iter().map(|folder| look.real(folder)).collect();
    let mut folder = header.parent();
    for _ in 0..MOST_LEVELS {
        let Some(around) = folder else { break };
        let found = programs_below(look, around, header);
        if !found.programs.is_empty() {
            return found;
        }
        // A folder that includes are looked up in is none: what includes `include/kernel.h` stands beside `include`.
        let is_top =
            open.iter().any(|open| open == around) || look.kind(&around.join(".git")) != Kind::Nothing;
        folder = if is_top { None } else { around.parent() };
    }
    Found::default()
}

fn programs_below(look: &Look, folder: &Path, header: &Path) -> Found {
    let find = || {
        let (files, are_all) = files_below(look, folder);
        Index::new(&files, are_all, |file| look.included(file, names))
    };
    let kept = look.workspace.includers.of(folder, DEEPEST, || {
        let index = find();
        look.has_words_left().then_some(index)
    });
    let index = kept.unwrap_or_else(|| Arc::new(find()));
    let mut reaching: BTreeSet<String> = header.file_name().map(text).into_iter().collect();
    let mut open: Vec<String> = reaching.iter().cloned().collect();
    let mut programs: BTreeSet<&PathBuf> = BTreeSet::new();
    while let Some(name) = open.pop() {
        for file in index.naming(&name).iter().filter(|file| *file != header) {
            if !is_header(file) {
                programs.insert(file);
            } else if let Some(name) = file.file_name().map(text)
                && reaching.insert(name.clone())
            {
                open.push(name);
            }
        }
    }
    let are_all = index.are_all && programs.len() <= MOST_PROGRAMS;
    Found { programs: some(programs.into_iter().cloned().collect()), are_all }
}

/// The last parts of the paths that a file includes.
pub(super) fn names(text: &str) -> Words {
    text.lines().filter_map(included_name).map(str::to_owned).collect()
}

/// `b.h` of `#include "a/b.h"`.
fn included_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let end = if rest.starts_with('<') { '>' } else { '"' };
    let path = rest.get(1..)?.split(end).next()?;
    path.rsplit('/').next()
}

/// All of few, one of many: each costs an evaluation after every edit.
fn some(mut all: Vec<PathBuf>) -> Vec<PathBuf> {
    if all.len() > MOST_PROGRAMS {
        all.truncate(1);
    }
    all
}

/// C++ files, and whether these are all that the limits allow for.
fn files_below(look: &Look, folder: &Path) -> (Vec<PathBuf>, bool) {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    let (mut seen, mut are_all, mut left) = (0, true, MOST_ENTRIES);
    while let Some((folder, depth)) = folders.pop() {
        seen += 1;
        let Some(entries) = look.entries(&folder) else { continue };
        are_all &= entries.len() < left;
        for entry in entries.iter().take(left) {
            let path = folder.join(&entry.name);
            if is_source(&path) {
                let has_room = files.len() < MOST_FILES;
                are_all &= has_room;
                files.extend(has_room.then_some(path));
            } else if !entry.name.starts_with('.')
                && !OTHERS.contains(&entry.name.as_str())
                && path.extension().is_none()
                && is_folder(look, &path, entry.kind)
            {
                let has_room = depth < DEEPEST && seen + folders.len() < MOST_FOLDERS;
                are_all &= has_room;
                folders.extend(has_room.then_some((path, depth + 1)));
            }
        }
        left = left.saturating_sub(entries.len());
    }
    (files, are_all)
}

fn is_folder(look: &Look, path: &Path, kind: EntryKind) -> bool {
    kind == EntryKind::Folder || kind == EntryKind::Link && look.is_folder(path)
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
    use std::fs;

    use layoutlens_world::OpenFiles;

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
        let look = Look::at(root);
        let programs = |header: &str| programs(&look, &root.join(header), &[root.to_owned()]).programs;
        let expected = [root.join("kernels/a.cu"), root.join("kernels/b.cu")];
        assert_eq!(programs("kernels/kernel.h"), expected);
        assert_eq!(programs("kernels/launch.h"), [root.join("kernels/a.cu")]);
        assert!(programs("kernels/a.cu").is_empty(), "a program is none's header");
    }

    #[test]
    fn programs_beside_the_folder_of_headers_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for (file, text) in [
            ("include/kernel.h", "#pragma once"),
            ("include/cute/layout.hpp", "#pragma once"),
            ("src/main.cu", "#include <kernel.h>\n#include <cute/layout.hpp>"),
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let look = Look::at(&root);
        let roots = [root.clone(), root.join("include")];
        let programs = |header: &str| programs(&look, &root.join(header), &roots).programs;
        assert_eq!(programs("include/kernel.h"), [root.join("src/main.cu")]);
        assert!(programs("include/cute/layout.hpp").is_empty(), "nothing is read into the library");
    }

    #[test]
    fn a_program_that_comes_later_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let (header, open) = (folder.path().join("kernel.h"), [folder.path().to_owned()]);
        let write = |file: &str, text| fs::write(folder.path().join(file), text).expect("a file");
        let workspace = Look::at(folder.path()).workspace;
        let found = || {
            let look = Look::new(Arc::clone(&workspace), &header, &OpenFiles::default());
            let found = programs(&look, &header, &open);
            (found.programs.len(), found.are_all)
        };
        write("kernel.h", "#pragma once");
        write("a.cu", "#include \"kernel.h\"");
        assert_eq!(found(), (1, true));
        write("a.cu", "#include \"kernels.h\"");
        assert_eq!(found(), (0, false));
        for file in ["a.cu", "b.cu", "c.cu"] {
            write(file, "#include \"kernel.h\"");
        }
        assert_eq!(found(), (1, false), "three programs are more than are read");
    }
}
