//! The include folders that a build names in `compile_commands.json`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A longer file is not read.
const MOST_BYTES: u64 = 64 << 20;

/// The most include folders that are kept.
const MOST_FOLDERS: usize = 64;

#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    #[serde(default)]
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// The folders behind `-I`, `-isystem` and their kin, in the order of the file; none when there is no such file.
pub(super) fn include_folders(workspace: &Path) -> Vec<PathBuf> {
    let places =
        [workspace.join("compile_commands.json"), workspace.join("build").join("compile_commands.json")];
    let Some(entries) = places.iter().find_map(|path| read(path)) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let words: Vec<&str> = match entry.arguments.as_slice() {
            [] => entry.command.split_whitespace().collect(),
            arguments => arguments.iter().map(String::as_str).collect(),
        };
        for folder in of_words(&words) {
            let folder = entry.directory.join(folder);
            if folders.len() < MOST_FOLDERS && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

fn read(path: &Path) -> Option<Vec<Entry>> {
    let contents = layoutlens_disk::read(path, MOST_BYTES).ok()?;
    serde_json::from_slice(&contents.bytes).ok()
}

/// `-Ifolder`, `-I folder`, `-isystem folder`, `-isystem=folder`, `--include-path=folder`.
fn of_words<'a>(words: &[&'a str]) -> Vec<&'a str> {
    const FLAGS: [&str; 3] = ["-isystem", "--include-path", "-I"];
    let mut folders = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(rest) = FLAGS.iter().find_map(|flag| word.strip_prefix(flag)) else { continue };
        let folder = match rest.trim_start_matches('=') {
            "" => words.next().copied(),
            folder => Some(folder),
        };
        folders.extend(folder.map(|folder| folder.trim_matches(['"', '\''])));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::of_words;

    #[test]
    fn include_folders_are_behind_their_flags() {
        let words = ["nvcc", "-Ia", "-I", "b", "-isystem=c", "-isystem", "\"d\"", "-Werror", "x.cu"];
        assert_eq!(of_words(&words), ["a", "b", "c", "d"]);
    }
}
