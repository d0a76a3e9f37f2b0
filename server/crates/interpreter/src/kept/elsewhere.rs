//! What the other files of an evaluation say: by it code of the first file may reach more of that file.

use layoutlens_host_value::evaluation::HostFile;
use rustc_hash::FxHashMap;

use super::words::{Part, Word};

/// The items of the other files, and which of them say a word.
#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    parts: Vec<Part>,
    by_word: FxHashMap<Word, Vec<usize>>,
}

impl Elsewhere {
    pub(super) fn of(files: &[HostFile]) -> Self {
        let parts: Vec<Part> = files.iter().flat_map(|file| &file.program.items).map(Part::of_tree).collect();
        let mut by_word: FxHashMap<Word, Vec<usize>> = FxHashMap::default();
        for (index, part) in parts.iter().enumerate() {
            part.words.iter().for_each(|word| by_word.entry(*word).or_default().push(index));
        }
        Self { parts, by_word }
    }

    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// The items that say a word, each with its place among all.
    pub(super) fn that_say(&self, word: Word) -> impl Iterator<Item = (usize, &Part)> {
        let indices = self.by_word.get(&word).into_iter().flatten();
        indices.filter_map(|index| Some((*index, self.parts.get(*index)?)))
    }
}
