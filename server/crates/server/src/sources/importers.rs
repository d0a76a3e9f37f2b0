//! Python files that may import another one, found by the words of their imports.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use ignore::gitignore::gitconfig_excludes_path;
use layoutlens_disk::Identity;

use super::{disk::Words, index::Index, look::Look, remarks::Remarks};
use crate::walk::{Limits, walk};

/// How many files are read that import one.
pub(super) const MOST_IMPORTERS: usize = 8;

/// How many files below a folder are looked at.
const MOST_FILES: usize = 2048;

/// How many entries of folders are looked at to find them.
const MOST_ENTRIES: usize = 32 * 1024;

/// How many bytes of them are read.
const MOST_BYTES: u64 = 32 << 20;

/// Longer files are left out.
const LONGEST: u64 = 1 << 20;

/// How deep folders are looked into.
const DEEPEST: usize = 12;

/// Files that say what is ignored in their folder.
const IGNORE_FILES: [&str; 2] = [".gitignore", ".ignore"];

/// How many candidates are parsed.
const MOST_CANDIDATES: usize = 32;

/// The Python files below folders, by folder and depth, kept while no folder and no ignore file of theirs changes.
#[derive(Debug, Default)]
pub(super) struct Listing {
    walks: Mutex<HashMap<(PathBuf, usize), Walk>>,
    /// Nobody changes a file as long as this is there.
    is_still: bool,
    remarks: Remarks,
}

/// What one walk found.
#[derive(Debug, Clone)]
struct Walk {
    files: Arc<[PathBuf]>,
    /// The folders that were looked into, and the files that say what is ignored, also those that are not there.
    passed: Arc<[(PathBuf, Option<Identity>)]>,
}

impl Listing {
    /// For files that nobody changes as long as it is there.
    pub(super) fn still(self) -> Self {
        Self { is_still: true, ..self }
    }

    /// Tells `remarks` what is left out.
    pub(super) fn telling(remarks: Remarks) -> Self {
        Self { remarks, ..Self::default() }
    }

    /// The Python files below a folder, at most so deep.
    pub(super) fn files(&self, folder: &Path, depth: usize) -> Arc<[PathBuf]> {
        let key = (folder.to_owned(), depth);
        let known = self.lock().get(&key).cloned();
        if let Some(known) = known.filter(|known| self.is_still || known.holds()) {
            return known.files;
        }
        let began = SystemTime::now();
        let (files, passed) = list(folder, depth, &self.remarks);
        let passed: Arc<[_]> =
            passed.into_iter().map(|path| (state(&path), path)).map(|(state, path)| (path, state)).collect();
        let walk = Walk { files: files.into(), passed };
        // What changed since shortly before the walk may have changed behind it: the next look walks again.
        let is_settled =
            walk.passed.iter().all(|(_, state)| state.is_none_or(|state| state.is_settled(began)));
        let files = Arc::clone(&walk.files);
        if is_settled || self.is_still {
            self.lock().insert(key, walk);
        } else {
            self.lock().remove(&key);
        }
        files
    }

    /// Ignores poison: a walk is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, HashMap<(PathBuf, usize), Walk>> {
        self.walks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Walk {
    fn holds(&self) -> bool {
        self.passed.iter().all(|(path, was)| state(path) == *was)
    }
}

fn state(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|metadata| Identity::of(&metadata))
}

/// Files that name the module at `path` in an import, nearest first: below the open folder that holds it, else in its
/// package, else beside it.
pub(super) fn candidates(look: &Look, path: &Path) -> Vec<PathBuf> {
    let (Some(word), Some(beside)) = (module_word(path), path.parent()) else { return Vec::new() };
    let open: Vec<PathBuf> = look.folders().iter().map(|folder| look.real(folder)).collect();
    let around = open.iter().find(|folder| path.starts_with(folder));
    let package = path.ancestors().skip(1).take(DEEPEST);
    let package = package.take_while(|folder| look.is_file(&folder.join("__init__.py"))).last();
    let (folder, depth) = match around.map(PathBuf::as_path).or(package) {
        Some(folder) => (folder, DEEPEST),
        None => (beside, 1),
    };
    let (mut folder, mut depth) = (folder, depth);
    let mut listed = look.python_files(folder, depth);
    // A hidden or ignored folder may hold a package all the same.
    if let Some(package) = package.filter(|_| !listed.iter().any(|file| file == path)) {
        (folder, depth) = (package, DEEPEST);
        listed = look.python_files(folder, depth);
    }
    let index = look.workspace.importers.of(folder, depth, || {
        let index = Index::new(&listed, true, |file| look.imported(file, words));
        look.has_words_left().then_some(index)
    });
    let names_it = |file: &&PathBuf| look.imported(file, words).is_some_and(|words| words.contains(&word));
    let others = |file: &&PathBuf| *file != path;
    let mut found: Vec<PathBuf> = match index {
        Some(index) => index.naming(&word).iter().filter(others).cloned().collect(),
        None => listed.iter().filter(others).filter(names_it).cloned().collect(),
    };
    let shared = |other: &Path| path.components().zip(other.components()).take_while(|(a, b)| a == b).count();
    found.sort_by_key(|other| (usize::MAX - shared(other), other.clone()));
    found.truncate(MOST_CANDIDATES);
    found
}

/// The word by which an import names the module at a path: `utils` for `utils.py`, `quack` for `quack/__init__.py`.
fn module_word(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    match stem == "__init__" {
        true => Some(path.parent()?.file_name()?.to_string_lossy().into_owned()),
        false => Some(stem),
    }
}

/// The Python files below a folder, and what decided on that: folders and ignore files. Ignore files are respected, links
/// are not followed.
fn list(folder: &Path, depth: usize, remarks: &Remarks) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let limits = Limits { entries: MOST_ENTRIES, depth };
    let is_python = |path: &Path| path.extension().is_some_and(|extension| extension == "py");
    let walked = walk(folder, limits, is_python);
    walked.unused.iter().for_each(|(path, why)| remarks.add(path, why));
    for (path, error) in walked.unreadable {
        remarks.refused(&path, &error.into());
    }
    if !walked.is_all {
        remarks
            .add(folder, &format!("callers are looked for among its first {MOST_ENTRIES} files and folders"));
    }
    let mut listed = Vec::new();
    let mut bytes = 0;
    for path in walked.files {
        // What is gone by now, or that long, imports nothing that is known; the long ones are made by programs.
        let length = fs::metadata(&path).map_or(u64::MAX, |metadata| metadata.len());
        if length > LONGEST {
            continue;
        }
        bytes += length;
        if listed.len() >= MOST_FILES || bytes > MOST_BYTES {
            let read = listed.len();
            remarks.add(folder, &format!("callers are looked for in its first {read} Python files"));
            break;
        }
        listed.push(path);
    }
    listed.sort();
    let mut passed = above(folder);
    passed.extend(walked.passed);
    (listed, passed)
}

/// Files around a folder that say what is ignored in it.
fn above(folder: &Path) -> Vec<PathBuf> {
    let around = folder.ancestors().skip(1);
    let above = around.flat_map(|folder| IGNORE_FILES.map(|name| folder.join(name)));
    let excludes = folder.ancestors().map(|folder| folder.join(".git/info/exclude"));
    above.chain(excludes).chain(gitconfig_excludes_path()).collect()
}

/// The words of all lines that import something. May hold words of text that only looks like an import.
pub(super) fn words(text: &str) -> Words {
    let mut words = Words::new();
    let mut is_open = false;
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default().trim();
        let begins = code.starts_with("import ") || code.starts_with("from ");
        if !begins && !is_open {
            continue;
        }
        let parts = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.extend(parts.filter(|word| !word.is_empty()).map(str::to_owned));
        let goes_on = code.ends_with('\\') || begins && code.contains('(') || is_open && !begins;
        is_open = goes_on && !code.contains(')');
    }
    words
}

#[cfg(test)]
mod tests {
    use layoutlens_world::OpenFiles;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        (folder, root)
    }

    #[test]
    fn importers_are_found_by_the_words_of_their_imports() {
        let (_folder, root) = folder(&[
            ("pack/__init__.py", ""),
            ("pack/kernel.py", "import cutlass\n"),
            ("pack/user.py", "from .kernel import Kernel\n"),
            ("tests/test_kernel.py", "from pack import (\n    other,\n    kernel,\n)\n"),
            ("tests/other.py", "import numpy\nkernel = 1\n"),
        ]);
        let kernel = root.join("pack/kernel.py");
        let found = candidates(&Look::at(&root), &kernel);
        assert_eq!(found, [root.join("pack/user.py"), root.join("tests/test_kernel.py")]);
        // Without an open folder, the package is what is looked through.
        assert_eq!(candidates(&Look::nowhere(), &kernel), [root.join("pack/user.py")]);
    }

    #[test]
    fn a_file_that_comes_or_is_ignored_later_is_seen() {
        let (_folder, root) =
            folder(&[("kernel.py", ""), ("user.py", "import kernel\n"), ("below/z.py", "")]);
        let kernel = root.join("kernel.py");
        let workspace = Look::at(&root).workspace;
        let found =
            || candidates(&Look::new(Arc::clone(&workspace), &kernel, &OpenFiles::default()), &kernel);
        assert_eq!(found(), [root.join("user.py")]);
        fs::write(root.join("below/later.py"), "from kernel import f\n").expect("a file");
        assert_eq!(found(), [root.join("below/later.py"), root.join("user.py")]);
        fs::write(root.join("below/.gitignore"), "later.py\n").expect("a file");
        assert_eq!(found(), [root.join("user.py")]);
        fs::write(root.join("user.py"), "import kernes\n").expect("a file");
        assert!(found().is_empty());
    }

    #[test]
    fn lines_of_an_import_end_with_its_bracket() {
        let words = words("from a import (b,\n  c)\nd = 1\nimport e.f as g # h\n");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(words, ["a", "as", "b", "c", "e", "f", "from", "g", "import"]);
    }
}
