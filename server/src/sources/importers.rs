//! Python files that may import another one, found by the words of their imports.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ignore::WalkBuilder;

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

/// How many candidates are parsed.
const MOST_CANDIDATES: usize = 32;

/// The Python files below folders, by folder, with the words of their imports. Read once, until it is forgotten.
#[derive(Debug, Default)]
pub(super) struct Listing {
    folders: Mutex<HashMap<PathBuf, Arc<[Listed]>>>,
}

/// A file and the words of its imports.
#[derive(Debug)]
struct Listed {
    path: PathBuf,
    words: HashSet<String>,
}

impl Listing {
    /// Lists folders again when they are asked for.
    pub(super) fn forget(&self) {
        self.lock().clear();
    }

    /// Files that name the module at `path` in an import, nearest first: below the open folder that holds it, else in
    /// its package, else beside it.
    pub(super) fn candidates(&self, open: &[PathBuf], path: &Path) -> Vec<PathBuf> {
        let (Some(word), Some(beside)) = (module_word(path), path.parent()) else { return Vec::new() };
        let around = open.iter().find(|folder| path.starts_with(folder));
        let package = path.ancestors().skip(1).take(DEEPEST);
        let package = package.take_while(|folder| folder.join("__init__.py").is_file()).last();
        let (folder, depth) = match around.map(PathBuf::as_path).or(package) {
            Some(folder) => (folder, DEEPEST),
            None => (beside, 1),
        };
        let mut listed = self.listed(folder, depth);
        // A hidden or ignored folder may hold a package all the same.
        if let Some(package) = package.filter(|_| listed.iter().all(|file| file.path != path)) {
            listed = self.listed(package, DEEPEST);
        }
        let named = listed.iter().filter(|file| file.path != path && file.words.contains(&word));
        let mut found: Vec<PathBuf> = named.map(|file| file.path.clone()).collect();
        let shared =
            |other: &Path| path.components().zip(other.components()).take_while(|(a, b)| a == b).count();
        found.sort_by_key(|other| (usize::MAX - shared(other), other.clone()));
        found.truncate(MOST_CANDIDATES);
        found
    }

    fn listed(&self, folder: &Path, depth: usize) -> Arc<[Listed]> {
        if let Some(known) = self.lock().get(folder) {
            return Arc::clone(known);
        }
        let listed: Arc<[Listed]> = list(folder, depth).into();
        self.lock().insert(folder.to_owned(), Arc::clone(&listed));
        listed
    }

    /// Ignores poison: a list is complete when it is put in.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Arc<[Listed]>>> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The word by which an import names the module at a path: `utils` for `utils.py`, `quack` for `quack/__init__.py`.
fn module_word(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    match stem == "__init__" {
        true => Some(path.parent()?.file_name()?.to_string_lossy().into_owned()),
        false => Some(stem),
    }
}

/// The Python files below a folder; ignore files are respected, links are not followed.
fn list(folder: &Path, depth: usize) -> Vec<Listed> {
    let walk = WalkBuilder::new(folder).require_git(false).max_depth(Some(depth)).build();
    let mut listed = Vec::new();
    let mut bytes = 0;
    for entry in walk.take(MOST_ENTRIES).flatten() {
        let is_python = entry.path().extension().is_some_and(|extension| extension == "py");
        if !is_python || !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let length = entry.metadata().map_or(u64::MAX, |metadata| metadata.len());
        if length > LONGEST {
            continue;
        }
        bytes += length;
        if listed.len() >= MOST_FILES || bytes > MOST_BYTES {
            break;
        }
        let Ok(contents) = layoutlens_disk::read(entry.path(), LONGEST) else { continue };
        let words = imported_words(&String::from_utf8_lossy(&contents.bytes));
        if !words.is_empty() {
            listed.push(Listed { path: entry.into_path(), words });
        }
    }
    listed
}

/// The words of all lines that import something. May hold words of text that only looks like an import.
fn imported_words(text: &str) -> HashSet<String> {
    let mut words = HashSet::new();
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
    use std::fs;

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
        let listing = Listing::default();
        let kernel = root.join("pack/kernel.py");
        let found = listing.candidates(std::slice::from_ref(&root), &kernel);
        assert_eq!(found, [root.join("pack/user.py"), root.join("tests/test_kernel.py")]);
        // Without an open folder, the package is what is looked through.
        assert_eq!(listing.candidates(&[], &kernel), [root.join("pack/user.py")]);
    }

    #[test]
    fn a_listing_holds_until_it_is_forgotten() {
        let (_folder, root) = folder(&[("kernel.py", ""), ("user.py", "import kernel\n")]);
        let (listing, kernel) = (Listing::default(), root.join("kernel.py"));
        let open = [root.clone()];
        assert_eq!(listing.candidates(&open, &kernel), [root.join("user.py")]);
        fs::write(root.join("later.py"), "from kernel import f\n").expect("a file");
        assert_eq!(listing.candidates(&open, &kernel), [root.join("user.py")]);
        listing.forget();
        assert_eq!(listing.candidates(&open, &kernel), [root.join("later.py"), root.join("user.py")]);
    }

    #[test]
    fn lines_of_an_import_end_with_its_bracket() {
        let words = imported_words("from a import (b,\n  c)\nd = 1\nimport e.f as g # h\n");
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.sort_unstable();
        assert_eq!(words, ["a", "as", "b", "c", "e", "f", "from", "g", "import"]);
    }
}
