//! Which files a user means by some paths.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use layoutlens_syntax::Language;

use super::report::Trouble;

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether the user named this file itself, not a folder around it: then it must be readable.
    pub named: bool,
}

/// What paths lead to, and where they lead nowhere.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Files in the order of their paths, each once.
    pub files: Vec<FoundFile>,
    /// What could not be looked at, a sentence each.
    pub unreachable: Vec<Trouble>,
}

/// Walks folders for files of the host languages. Ignore files are respected, links inside folders are not
/// followed (so no loop can be entered); a path that the user named is taken as it is.
pub(super) fn find(paths: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for path in paths {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => walk(path, &mut found),
            // Where there is nothing, reading it will give the system's reason.
            Ok(_) | Err(_) => found.files.push(FoundFile { path: without_dot(path), named: true }),
        }
    }
    // A named file stands before the same file found in a folder, and stays.
    found.files.sort_by(|a, b| (&a.path, !a.named).cmp(&(&b.path, !b.named)));
    found.files.dedup_by(|later, earlier| later.path == earlier.path);
    found
}

fn walk(folder: &Path, found: &mut Found) {
    for entry in WalkBuilder::new(folder).require_git(false).build() {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                let path = without_dot(entry.path());
                if Language::from_path(&path).is_some() {
                    found.files.push(FoundFile { path, named: false });
                }
            }
            Ok(entry) => found.unreachable.extend(entry.error().map(|error| unreachable(error, false))),
            Err(error) => {
                let named = error.depth() == Some(0);
                found.unreachable.push(unreachable(&error, named));
            }
        }
    }
}

fn unreachable(error: &ignore::Error, named: bool) -> Trouble {
    Trouble { message: error.to_string(), is_failure: named }
}

/// `./a.cu` as `a.cu`.
fn without_dot(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
