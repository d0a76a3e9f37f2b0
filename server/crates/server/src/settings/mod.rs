//! What a user may set, and what counts where several say something: the editor before `layoutlens.toml`, the file before
//! the default.
//!
//! [`table::ALL`] is the one list. Editors' options, the file, the pages and the JSON schema have the names that stand there.

mod file;
#[cfg(test)]
mod pages;
mod said;
mod schema;
mod table;

use std::path::{Path, PathBuf};

use layoutlens_ide::{HintKinds, HintPlace, LensKinds};
use layoutlens_render::Theme;

use self::table::Takes;
pub(crate) use self::{
    file::SettingsFile,
    said::{Said, Source},
    schema::schema,
};

/// What counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// `hints.enable`: layouts beside the code, and results of statements.
    pub(crate) hints: bool,
    /// `hints.layouts`, `hints.tensors`, ..: which names of the code get a hint.
    pub(crate) hint_kinds: HintKinds,
    /// `hints.place`: where the hints of the code's names stand.
    pub(crate) hint_place: HintPlace,
    /// `hints.maximumLength`: the most characters of a line's hints together, 0 for no limit; by the file's kind where
    /// nothing is set.
    pub(crate) hint_length: Option<usize>,
    /// `lens.enable`: lenses above statements.
    pub(crate) lens: bool,
    /// `lens.show`: which statements get one.
    pub(crate) lens_kinds: LensKinds,
    /// `run.command`: the words of the command that starts workers; without words it is this program.
    pub(crate) run_command: Vec<String>,
    /// `hover.images`: the client can draw SVG data URIs. Others print them, so only those that ask get them.
    pub(crate) hover_images: bool,
    /// `hover.theme`: what pictures are looked at on.
    pub(crate) theme: Theme,
    /// `semanticTokens.enable`: colours of statements, offered at the start. VS Code takes those of one server a document,
    /// so that ours would take the place of the language's own.
    pub(crate) semantic_tokens: bool,
    /// `format.enable`: statements are formatted with a range of the document, offered at the start. Editors that ask one
    /// formatter only would miss the language's own.
    pub(crate) format: bool,
    /// `panel`: the client has a panel for grids and a command `layoutlens.showGrid` that opens it.
    pub(crate) panel: bool,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            hints: true,
            hint_kinds: HintKinds::default(),
            hint_place: HintPlace::default(),
            hint_length: None,
            lens: true,
            lens_kinds: LensKinds::default(),
            run_command: Vec::new(),
            hover_images: false,
            theme: Theme::Light,
            semantic_tokens: true,
            format: false,
            panel: false,
        }
    }
}

impl Configuration {
    /// What counts when these speak; later ones win.
    fn of<'s>(layers: impl IntoIterator<Item = &'s Said>) -> Self {
        let mut configuration = Self::default();
        for (setting, value) in layers.into_iter().flat_map(Said::settings) {
            match (&setting.takes, value) {
                (Takes::Switch(place), serde_json::Value::Bool(on)) => *place(&mut configuration) = *on,
                (Takes::Words(place), serde_json::Value::Array(words)) => {
                    let words = words.iter().filter_map(|word| word.as_str().map(str::to_owned));
                    *place(&mut configuration) = words.collect();
                }
                (Takes::Count(place), value) => {
                    *place(&mut configuration) = value.as_u64().and_then(|count| usize::try_from(count).ok());
                }
                (Takes::OneOf(choice), serde_json::Value::String(word)) => {
                    (choice.put)(&mut configuration, word);
                }
                // `Said` takes nothing else.
                _ => {}
            }
        }
        configuration
    }
}

/// All that was said.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    /// By the editor: `initializationOptions`, and settings since.
    pub(crate) editor: Said,
    /// By the file of each open folder that has one.
    files: Vec<(PathBuf, SettingsFile)>,
}

impl Layers {
    /// What counts for a file; for none, in what belongs to no file.
    pub(crate) fn configuration(&self, path: Option<&Path>) -> Configuration {
        let holding =
            self.files.iter().filter(|(folder, _)| path.is_some_and(|path| path.starts_with(folder)));
        let nearest = holding.max_by_key(|(folder, _)| folder.components().count());
        Configuration::of(nearest.map(|(_, file)| &file.said).into_iter().chain([&self.editor]))
    }

    /// Takes the place of the files that were read before. Gives what is new to say of them, when what counts may have
    /// changed; `None` when all is as it was.
    pub(crate) fn replace_files(&mut self, files: Vec<(PathBuf, SettingsFile)>) -> Option<Vec<String>> {
        if files == self.files {
            return None;
        }
        let before = std::mem::replace(&mut self.files, files);
        let was_told = |remark: &&String| before.iter().any(|(_, file)| file.remarks.contains(remark));
        let remarks = self.files.iter().flat_map(|(_, file)| &file.remarks);
        Some(remarks.filter(|remark| !was_told(remark)).cloned().collect())
    }
}

/// The files of folders, read now.
pub(crate) fn read_files(folders: &[PathBuf]) -> Vec<(PathBuf, SettingsFile)> {
    let read = folders.iter().map(|folder| (folder.clone(), SettingsFile::read(folder)));
    read.filter(|(_, file)| *file != SettingsFile::default()).collect()
}

/// What counts on a terminal: the file of the current folder, and what is wrong with it.
pub(crate) fn of_current_folder() -> (Configuration, Vec<String>) {
    match std::env::current_dir() {
        Ok(folder) => {
            let file = SettingsFile::read(&folder);
            (Configuration::of([&file.said]), file.remarks)
        }
        Err(error) => {
            (Configuration::default(), vec![format!("the current folder: {error}: no settings of it")])
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn file(text: &str) -> SettingsFile {
        SettingsFile::parse(Path::new(file::NAME), text)
    }

    #[test]
    fn the_editor_counts_before_the_file_and_the_file_before_the_default() {
        let mut layers = Layers::default();
        layers.replace_files(vec![("/a".into(), file("lens.show = true\nhints.tuples = true"))]);
        assert!(layers.editor.update(&json!({"lens": {"show": false}}), Source::Editor).is_empty());
        let inside = layers.configuration(Some(Path::new("/a/b/c.cu")));
        assert!(!inside.lens_kinds.show && inside.hint_kinds.tuples && inside.hint_kinds.tensors);
        layers.editor.update(&json!({"lens": {"show": null}}), Source::Editor);
        assert!(layers.configuration(Some(Path::new("/a/b/c.cu"))).lens_kinds.show);
        let outside = layers.configuration(Some(Path::new("/ab/c.cu")));
        assert_eq!(
            (outside, layers.configuration(None)),
            (Configuration::default(), Configuration::default())
        );
    }

    #[test]
    fn of_folders_inside_each_other_the_nearest_one_counts() {
        let mut layers = Layers::default();
        let (outer, inner) = (file("hints.tuples = true"), file("hints.tiled = true"));
        layers.replace_files(vec![("/a/b".into(), inner), ("/a".into(), outer)]);
        let kinds = layers.configuration(Some(Path::new("/a/b/c.cu"))).hint_kinds;
        assert!(kinds.tiled && !kinds.tuples);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_once() {
        let mut layers = Layers::default();
        let wrong = || vec![("/a".into(), file("hints.tuple = true"))];
        assert_eq!(layers.replace_files(wrong()).map(|remarks| remarks.len()), Some(1));
        assert_eq!(layers.replace_files(wrong()), None);
        let more = vec![("/a".into(), file("hints.tuple = true\nlens.show = true"))];
        assert_eq!(layers.replace_files(more), Some(Vec::new()));
    }
}
