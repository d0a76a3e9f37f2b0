//! Notebooks as editors send them: their Python cells are one program, and what is shown of it stands in the cells.

use std::collections::HashMap;

use layoutlens_syntax::Language;
use layoutlens_world::{NewCell, NotebookChange};
use lsp_types::{DidOpenNotebookDocumentParams, NotebookCell, NotebookDocumentCellChanges, TextDocumentItem};

use super::{from_proto, session::Session};

/// Opens a notebook; gives the documents that may read otherwise by it.
pub(super) fn open(session: &Session, params: DidOpenNotebookDocumentParams) -> Vec<lsp_types::Uri> {
    let notebook = params.notebook_document;
    let cells = cells(notebook.cells, params.cell_text_documents);
    let place = from_proto::file_path(&notebook.uri).map(|path| session.place(path));
    session.edit(|world| {
        world.open_notebook(notebook.uri.as_str(), notebook.version, cells, place, session.libraries);
    })
}

/// The change of a notebook's cells.
pub(super) fn change(cells_changed: Option<NotebookDocumentCellChanges>) -> NotebookChange {
    let Some(changed) = cells_changed else { return NotebookChange::default() };
    let array = changed.structure.map(|structure| {
        let opened = structure.did_open.unwrap_or_default();
        let new = cells(structure.array.cells.unwrap_or_default(), opened);
        let index = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        (index(structure.array.start), index(structure.array.delete_count), new)
    });
    let texts = changed.text_content.unwrap_or_default().into_iter().map(|text| {
        let document = text.document;
        let uri = document.text_document_identifier.uri.to_string();
        (uri, document.version, from_proto::changes(text.changes))
    });
    NotebookChange { cells: array, texts: texts.collect() }
}

/// The cells with their texts. One without a text, or of another language, is not read.
fn cells(cells: Vec<NotebookCell>, texts: Vec<TextDocumentItem>) -> Vec<NewCell> {
    let mut texts: HashMap<String, TextDocumentItem> =
        texts.into_iter().map(|text| (text.uri.to_string(), text)).collect();
    let cell = |cell: NotebookCell| {
        let uri = cell.document.to_string();
        let python = texts
            .remove(&uri)
            .filter(|text| Language::from_language_id(text.language_id.as_str()) == Some(Language::Python));
        NewCell { uri, python: python.map(|text| (text.version, text.text)) }
    };
    cells.into_iter().map(cell).collect()
}
