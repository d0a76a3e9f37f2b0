//! The files below a folder, as far as ignore files and limits let them be seen.
//!
//! Crate `ignore` matches patterns; it is not given files to open, since what is called `.gitignore` may be a device or
//! hold a million patterns. All bounds are counts: the same folder gives the same files on any machine.

mod rules;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use self::rules::{Level, Patterns};

/// How much of a folder is looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Entries of folders, of any kind.
    pub(crate) entries: usize,
    /// Levels below the folder, its own files being at 1.
    pub(crate) depth: usize,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// Files that are wanted, folder by folder, in the order of their names.
    pub(crate) files: Vec<PathBuf>,
    /// Whether the limits let all be looked at.
    pub(crate) is_all: bool,
    /// Folders that could not be listed, or not whole, with the reason.
    pub(crate) unreadable: Vec<(PathBuf, io::Error)>,
    /// Folders that lie deeper than the limits let them be looked into.
    pub(crate) too_deep: Vec<PathBuf>,
    /// Ignore files that were not used, or not whole: each with its path and the reason.
    pub(crate) unused: Vec<(PathBuf, String)>,
    /// Folders that were listed, and ignore files in them.
    pub(crate) passed: Vec<PathBuf>,
}

/// A folder that is still to be listed.
struct Folder {
    /// The path as the caller's root names it.
    path: PathBuf,
    depth: usize,
    rules: Arc<Level>,
}

/// Regular files that `is_wanted` by their paths. Hidden and ignored files and folders are left out, as `git` and
/// ripgrep do it; links are not followed, so no loop is entered.
pub(crate) fn walk(folder: &Path, limits: Limits, is_wanted: impl Fn(&Path) -> bool) -> Walked {
    let mut patterns = Patterns::default();
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let rules = patterns.around(&real);
    let mut walked = Walked { is_all: true, ..Walked::default() };
    let mut folders = vec![Folder { path: folder.to_owned(), depth: 1, rules }];
    let mut left = limits.entries;
    while let Some(Folder { path, depth, rules }) = folders.pop() {
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) => {
                walked.unreadable.push((path, error));
                continue;
            }
        };
        let (mut entries, refused) = up_to(entries, left.saturating_add(1));
        if let Some(error) = refused {
            walked.unreadable.push((path.clone(), error));
        }
        walked.passed.push(path);
        walked.is_all &= entries.len() <= left;
        entries.truncate(left);
        left -= entries.len();
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut below = Vec::new();
        for entry in entries {
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    walked.unreadable.push((entry.path(), error));
                    continue;
                }
            };
            let is_folder = kind.is_dir();
            if !(is_folder || kind.is_file() && is_wanted(&entry.path())) {
                continue;
            }
            let name = entry.file_name();
            if rules.is_ignored(&name, is_folder) {
                continue;
            }
            if !is_folder {
                walked.files.push(entry.path());
            } else if depth < limits.depth {
                let rules = patterns.below(&rules, &name);
                below.push(Folder { path: entry.path(), depth: depth + 1, rules });
            } else {
                walked.too_deep.push(entry.path());
            }
        }
        folders.extend(below.into_iter().rev());
    }
    walked.unused = patterns.unused;
    walked.passed.append(&mut patterns.present);
    walked
}

/// The first entries of a folder, and the error at which the system told no more of them.
fn up_to(entries: fs::ReadDir, most: usize) -> (Vec<fs::DirEntry>, Option<io::Error>) {
    let (mut listed, mut refused) = (Vec::new(), None);
    for entry in entries.take(most) {
        match entry {
            Ok(entry) => listed.push(entry),
            Err(error) => refused = Some(error),
        }
    }
    (listed, refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Limits = Limits { entries: 1000, depth: 10 };

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn names(folder: &Path, limits: Limits) -> Vec<String> {
        let walked = walk(folder, limits, |path| path.extension().is_some_and(|extension| extension == "cu"));
        let name = |file: &PathBuf| file.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
        walked.files.iter().map(name).collect()
    }

    #[test]
    fn ignore_files_hold_from_their_folder_down_and_the_nearest_wins() {
        let folder = folder(&[
            (".gitignore", "*.gen.cu\n/top.cu\nout/\n"),
            (".ignore", "!kept.gen.cu\n"),
            ("a.cu", ""),
            ("a.gen.cu", ""),
            ("kept.gen.cu", ""),
            ("top.cu", ""),
            (".hidden/a.cu", ""),
            ("out/a.cu", ""),
            ("sub/.gitignore", "!b.gen.cu\na.cu"),
            ("sub/a.cu", ""),
            ("sub/b.gen.cu", ""),
            ("sub/top.cu", ""),
            ("sub/c.py", ""),
        ]);
        assert_eq!(names(folder.path(), ALL), ["a.cu", "kept.gen.cu", "sub/b.gen.cu", "sub/top.cu"]);
        // A folder that is named is looked through, by the rules around it.
        assert_eq!(names(&folder.path().join("out"), ALL), ["a.cu"]);
        assert_eq!(names(&folder.path().join("sub"), ALL), ["b.gen.cu", "top.cu"]);
    }

    #[test]
    fn rules_of_git_end_at_its_repository() {
        let folder = folder(&[
            (".gitignore", "a.cu\n"),
            (".ignore", "b.cu\n"),
            ("repository/.git/info/exclude", "c.cu\n"),
            ("repository/a.cu", ""),
            ("repository/b.cu", ""),
            ("repository/c.cu", ""),
        ]);
        assert_eq!(names(&folder.path().join("repository"), ALL), ["a.cu"]);
    }

    #[test]
    fn limits_count_entries_and_levels() {
        let folder = folder(&[("a/b/c/d.cu", ""), ("a/b/e.cu", ""), ("f.cu", ""), ("g.cu", "")]);
        assert_eq!(names(folder.path(), Limits { depth: 3, ..ALL }), ["f.cu", "g.cu", "a/b/e.cu"]);
        let shallow = walk(folder.path(), Limits { depth: 3, ..ALL }, |_| true);
        assert_eq!(shallow.too_deep, [folder.path().join("a/b/c")]);
        let cut = walk(folder.path(), Limits { entries: 4, ..ALL }, |_| true);
        assert!(!cut.is_all);
        assert!(walk(folder.path(), Limits { entries: 7, ..ALL }, |_| true).is_all);
    }

    #[cfg(unix)]
    #[test]
    fn an_ignore_file_that_is_a_device_is_not_opened_and_named() {
        let folder = folder(&[("a.cu", ""), ("sub/b.cu", "")]);
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(".gitignore")).expect("a link");
        let walked = walk(folder.path(), ALL, |_| true);
        assert_eq!(walked.files.len(), 2);
        let [(path, why)] = &walked.unused[..] else { panic!("{:?}", walked.unused) };
        assert!(path.ends_with(".gitignore") && why == "not a regular file but a device", "{why}");
    }

    #[test]
    fn an_ignore_file_that_is_not_read_now_decided_on_the_walk() {
        let folder = folder(&[(".ignore", &"#".repeat((1 << 20) + 1)), ("a.cu", "")]);
        let walked = walk(folder.path(), ALL, |_| true);
        assert!(walked.passed.iter().any(|path| path.ends_with(".ignore")), "{:?}", walked.passed);
        assert_eq!(walked.unused.len(), 1);
    }

    #[test]
    fn patterns_are_counted_over_all_files() {
        let many: String = (0..rules::MOST_PATTERNS).map(|number| format!("x{number}\n")).collect();
        let folder = folder(&[(".gitignore", &many), ("sub/.gitignore", "a.cu\n"), ("sub/a.cu", "")]);
        let walked = walk(folder.path(), ALL, |_| true);
        assert_eq!(walked.files.len(), 1);
        let [(path, why)] = &walked.unused[..] else { panic!("{:?}", walked.unused) };
        assert!(path.ends_with("sub/.gitignore") && why.contains("patterns"), "{why}");
    }
}
