//! The form of statements, in documents of an editor.

use std::sync::Arc;

use layoutlens_ide as ide;
use lsp_types::{LspAny, MessageType, TextEdit, Uri};
use serde::Deserialize;
use tower_lsp::jsonrpc::Result;

use super::session::{DocumentView, Session};

/// Which document to format.
#[derive(Debug, Deserialize)]
pub(super) struct FormatRequest {
    uri: Uri,
}

/// The edits that give the statements in a range their form.
pub(super) fn edits(view: &DocumentView<'_>, range: std::ops::Range<usize>) -> Vec<TextEdit> {
    let edits = ide::format_statements(view.analysis, range).into_iter();
    edits.map(|edit| TextEdit { range: view.to_proto().range(edit.range), new_text: edit.text }).collect()
}

/// Gives all statements of a document their form, in one step that can be undone. Answers whether the client did so.
pub(super) async fn format(session: &Arc<Session>, request: FormatRequest) -> Result<Option<LspAny>> {
    let edit = session.read_document(&request.uri, |view| {
        let edits = ide::format_statements(view.analysis, view.whole());
        (!edits.is_empty()).then(|| view.to_proto().workspace_edit(edits))
    });
    let Some(edit) = edit.await?.flatten() else { return Ok(Some(true.into())) };
    if !session.support().apply_edit {
        let message = "layoutlens: this editor applies no edits that a server sends";
        session.client.show_message(MessageType::Warning, message).await;
        return Ok(Some(false.into()));
    }
    let applied = session.client.apply_edit(edit).await.is_ok_and(|answer| answer.applied);
    Ok(Some(applied.into()))
}
