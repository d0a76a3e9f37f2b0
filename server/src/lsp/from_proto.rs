//! LSP structures to the world's.

use std::{ops::Range, path::PathBuf};

use layoutlens_syntax::Language;
use layoutlens_world::{Change, Encoding, Position};
use lsp_types::{
    LanguageKind, TextDocumentContentChangeEvent, Uri, WorkspaceFolders, WorkspaceFoldersInitializeParams,
};
use ropey::Rope;

pub(super) fn position(position: lsp_types::Position) -> Position {
    Position { line: position.line, column: position.character }
}

/// The byte at a position; every position has one.
pub(super) fn offset(text: &Rope, encoding: Encoding, at: lsp_types::Position) -> usize {
    layoutlens_world::offset(text, encoding, position(at))
}

/// The bytes of a range; the ends of a reversed one are exchanged.
pub(super) fn range(text: &Rope, encoding: Encoding, range: lsp_types::Range) -> Range<usize> {
    let (start, end) = (offset(text, encoding, range.start), offset(text, encoding, range.end));
    start.min(end)..start.max(end)
}

pub(super) fn changes(events: Vec<TextDocumentContentChangeEvent>) -> Vec<Change> {
    let change = |event| match event {
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => Change::Range {
            start: position(part.range.start),
            end: position(part.range.end),
            text: part.text,
        },
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            Change::Full(whole.text)
        }
    };
    events.into_iter().map(change).collect()
}

/// The language by its id, else by the file's extension; `None` for a file that is not read.
pub(super) fn language(id: &LanguageKind, uri: &Uri) -> Option<Language> {
    Language::from_language_id(id.as_str()).or_else(|| Language::from_path(uri.path().as_ref()))
}

/// The path of a `file:` URI.
pub(super) fn file_path(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().ok()
}

/// The folders that the editor has open.
pub(super) fn workspace_folders(params: &WorkspaceFoldersInitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.iter().filter_map(|folder| file_path(&folder.uri)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_language_id_falls_back_to_the_extension() {
        let language =
            |id: &'static str, uri: &str| language(&LanguageKind::new(id), &Uri::parse(uri).expect("a URI"));
        assert_eq!(language("nvidia-cuda", "file:///a/kernel.cu"), Some(Language::Cuda));
        assert_eq!(language("plaintext", "untitled:Untitled-1"), None);
        assert_eq!(language("cuda-cpp", "untitled:Untitled-1"), Some(Language::Cuda));
        assert_eq!(language("lua", "file:///a/init.lua"), None);
    }
}
