//! LSP structures to the world's.

use std::path::PathBuf;

use layoutlens_syntax::Language;
use layoutlens_world::{Change, Position};
use lsp_types::{InitializeParams, LanguageKind, TextDocumentContentChangeEvent, Uri, WorkspaceFolders};

pub(super) fn position(position: lsp_types::Position) -> Position {
    Position { line: position.line, column: position.character }
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

/// The last part of a URI, to speak of it.
pub(super) fn file_name(uri: &Uri) -> String {
    let name = file_path(uri).and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    name.unwrap_or_else(|| uri.to_string())
}

/// The folders that the editor has open; what names one folder in the older way is asked where there is no list.
pub(super) fn workspace_folders(params: &InitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders_initialize_params.workspace_folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.iter().filter_map(|folder| file_path(&folder.uri)).collect()
        }
        _ => {
            #[expect(deprecated, reason = "there are editors that send nothing else")]
            let root = params.root_uri.as_ref();
            root.and_then(file_path).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_a_folder_where_there_is_no_list_of_folders() {
        let folders = |params: serde_json::Value| {
            workspace_folders(&serde_json::from_value(params).expect("parameters of initialize"))
        };
        let list = serde_json::json!([{"uri": "file:///a", "name": "a"}, {"uri": "file:///b", "name": "b"}]);
        let with = |root: &str, list: &serde_json::Value| {
            let list = list.clone();
            serde_json::json!({"processId": null, "rootUri": root, "capabilities": {}, "workspaceFolders": list})
        };
        assert_eq!(folders(with("file:///r", &list)), [PathBuf::from("/a"), PathBuf::from("/b")]);
        assert_eq!(folders(with("file:///r", &serde_json::Value::Null)), [PathBuf::from("/r")]);
        assert_eq!(
            folders(serde_json::json!({"processId": null, "rootUri": "file:///r", "capabilities": {}})),
            [PathBuf::from("/r")]
        );
        assert!(
            folders(serde_json::json!({"processId": null, "rootUri": null, "capabilities": {}})).is_empty()
        );
    }

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
