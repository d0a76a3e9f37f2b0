//! Which files a user means by some paths.

use std::{
    io,
    path::{Path, PathBuf},
};

use layoutlens_syntax::Language;

use super::{notebook::is_notebook, report::Trouble, terminal};
use crate::walk::{Limits, walk};

/// How much below a folder is looked at: more than the largest repositories hold, and what takes a second or two.
const LIMITS: Limits = Limits { entries: 500_000, depth: 256 };

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
            Ok(metadata) if metadata.is_dir() => below(path, &mut found),
            // Where there is nothing, reading it will give the system's reason.
            Ok(_) | Err(_) => found.files.push(FoundFile { path: without_dot(path), named: true }),
        }
    }
    // A named file stands before the same file found in a folder, and stays.
    found.files.sort_by(|a, b| (&a.path, !a.named).cmp(&(&b.path, !b.named)));
    found.files.dedup_by(|later, earlier| later.path == earlier.path);
    found
}

fn below(folder: &Path, found: &mut Found) {
    let walked = walk(folder, LIMITS, |path| Language::from_path(path).is_some() || is_notebook(path));
    let files = walked.files.iter().map(|path| FoundFile { path: without_dot(path), named: false });
    found.files.extend(files);
    for (path, error) in walked.unreadable {
        let message = format!("{}: {error}", terminal::path(&without_dot(&path)));
        // What went away during the walk is no folder that was to be checked.
        let is_failure = path == folder || error.kind() != io::ErrorKind::NotFound;
        found.unreachable.push(Trouble { message, is_failure });
    }
    if let Some(path) = walked.too_deep.first() {
        let path = terminal::path(&without_dot(path));
        let others = match walked.too_deep.len() {
            1 => String::new(),
            many => format!(" and {} others", many - 1),
        };
        let message = format!(
            "{path}{others}: more than {} folders deep, and not checked: name folders in it",
            LIMITS.depth
        );
        found.unreachable.push(Trouble { message, is_failure: true });
    }
    // Where there is no current folder the whole path is told.
    let here = std::env::current_dir().unwrap_or_default();
    for (path, why) in walked.unused {
        let path = terminal::path(path.strip_prefix(&here).unwrap_or(&path));
        let message = format!("{path}: {why}; what it ignores is checked too");
        found.unreachable.push(Trouble { message, is_failure: false });
    }
    if !walked.is_all {
        let message = format!(
            "{}: more than {} files and folders; the rest is not checked: name folders in it",
            terminal::path(folder),
            LIMITS.entries
        );
        found.unreachable.push(Trouble { message, is_failure: true });
    }
}

/// `./a.cu` as `a.cu`.
fn without_dot(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
