//! What ignore files say.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::Arc,
};

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path},
};

/// The most patterns that one walk compiles, over all ignore files: some take 0.1 ms each, and all are asked of each
/// entry.
pub(super) const MOST_PATTERNS: usize = 4096;

/// The longest ignore file that is read.
const MOST_BYTES: u64 = 1 << 20;

/// The longest pattern; people write some ten characters.
const LONGEST_PATTERN: usize = 1024;

/// Folders around the one that is walked whose ignore files are read.
const MOST_LEVELS_ABOVE: usize = 64;

/// The most ignore files that are named because they are not used.
const MOST_NAMED: usize = 8;

/// The rules that hold in a folder: its own, then those around it.
#[derive(Debug, Default)]
pub(super) struct Level {
    folder: PathBuf,
    above: Option<Arc<Level>>,
    ignore: Option<Gitignore>,
    gitignore: Option<Gitignore>,
    exclude: Option<Gitignore>,
    /// Rules of `git` above this folder are another repository's.
    is_repository: bool,
}

/// Reads ignore files and counts what they hold.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    count: usize,
    /// What was not used, with the reason.
    pub(super) unused: Vec<(PathBuf, String)>,
    /// Ignore files that are there.
    pub(super) present: Vec<PathBuf>,
}

impl Patterns {
    /// The rules in a folder, with those above it and the user's own.
    pub(super) fn around(&mut self, folder: &Path) -> Arc<Level> {
        let own = gitconfig_excludes_path().and_then(|path| self.read(folder, &path));
        let mut level = Arc::new(Level { exclude: own, ..Level::default() });
        let mut folders: Vec<&Path> = folder.ancestors().take(MOST_LEVELS_ABOVE).collect();
        folders.reverse();
        for folder in folders {
            level = self.level(level, folder.to_owned());
        }
        level
    }

    /// The rules in a folder of this name below another.
    pub(super) fn below(&mut self, above: &Arc<Level>, name: &OsStr) -> Arc<Level> {
        self.level(Arc::clone(above), above.folder.join(name))
    }

    fn level(&mut self, above: Arc<Level>, folder: PathBuf) -> Arc<Level> {
        let ignore = self.read(&folder, &folder.join(".ignore"));
        let gitignore = self.read(&folder, &folder.join(".gitignore"));
        let is_repository = folder.join(".git").exists();
        let exclude =
            if is_repository { self.read(&folder, &folder.join(".git/info/exclude")) } else { None };
        Arc::new(Level { folder, above: Some(above), ignore, gitignore, exclude, is_repository })
    }

    fn read(&mut self, folder: &Path, path: &Path) -> Option<Gitignore> {
        match self.compile(folder, path) {
            Ok(rules) => rules,
            Err(why) => {
                if self.unused.len() < MOST_NAMED {
                    self.unused.push((path.to_owned(), why));
                }
                None
            }
        }
    }

    /// The rules of a file; none where there is no file.
    fn compile(&mut self, folder: &Path, path: &Path) -> Result<Option<Gitignore>, String> {
        // Most folders have none: nothing is read for them.
        if path.is_dir() {
            return Ok(None);
        }
        let contents = match layoutlens_disk::read(path, MOST_BYTES) {
            Err(refusal) if refusal.is_absence() => return Ok(None),
            contents => contents,
        };
        // Also what is not read now, since it is written to or is no file, may be read later.
        self.present.push(path.to_owned());
        let contents = contents.map_err(|refusal| refusal.to_string())?;
        let text = String::from_utf8_lossy(&contents.bytes);
        let is_pattern = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let lines: Vec<&str> = text.lines().filter(is_pattern).collect();
        if self.count + lines.len() > MOST_PATTERNS {
            return Err(format!(
                "with its {} patterns there are more than {MOST_PATTERNS} in all ignore files",
                lines.len()
            ));
        }
        if let Some(long) = lines.iter().find(|line| line.len() > LONGEST_PATTERN) {
            return Err(format!(
                "a pattern of {} bytes, where at most {LONGEST_PATTERN} are read",
                long.len()
            ));
        }
        self.count += lines.len();
        let mut builder = GitignoreBuilder::new(folder);
        for line in lines {
            // A line that is no pattern is passed over, as git does it.
            let _ = builder.add_line(None, line);
        }
        builder.build().map(Some).map_err(|error| error.to_string())
    }
}

impl Level {
    /// Whether an entry of this folder is left out.
    pub(super) fn is_ignored(&self, name: &OsStr, is_folder: bool) -> bool {
        let path = self.folder.join(name);
        let said =
            |rules: &Option<Gitignore>| match rules.as_ref().map(|rules| rules.matched(&path, is_folder)) {
                None | Some(Match::None) => None,
                Some(Match::Ignore(_)) => Some(true),
                Some(Match::Whitelist(_)) => Some(false),
            };
        let (mut by_ignore, mut by_git, mut by_exclude) = (None, None, None);
        let (mut level, mut is_other_repository) = (Some(self), false);
        while let Some(here) = level {
            by_ignore = by_ignore.or_else(|| said(&here.ignore));
            // The user's own rules stand above all folders, and hold in every repository.
            if !is_other_repository || here.above.is_none() {
                by_git = by_git.or_else(|| said(&here.gitignore));
                by_exclude = by_exclude.or_else(|| said(&here.exclude));
            }
            is_other_repository |= here.is_repository;
            level = here.above.as_deref();
        }
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        by_ignore.or(by_git).or(by_exclude).unwrap_or(is_hidden)
    }
}
