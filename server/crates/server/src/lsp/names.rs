//! Renaming of what statements bind.

use std::sync::Arc;

use layoutlens_ide as ide;
use lsp_types::{
    PrepareRenamePlaceholder, PrepareRenameResult, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use super::session::Session;

/// `RequestFailed` of the protocol: the request was understood and cannot be done, for the reason that it gives.
const REQUEST_FAILED: i64 = -32803;

/// The name at a position when it can be renamed here; no answer lets another server rename.
pub(super) async fn prepare_rename(
    session: &Arc<Session>,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResult>> {
    let prepared = session.read_document(&at.text_document.uri, move |view| {
        let range = ide::prepare_rename(view.analysis, view.offset(at.position))?;
        Ok(range.map(|range| {
            let placeholder = view.analysis.text.get(range.clone()).unwrap_or_default().to_owned();
            PrepareRenamePlaceholder { range: view.to_proto().range(range), placeholder }.into()
        }))
    });
    prepared.await?.unwrap_or(Ok(None)).map_err(refused)
}

/// The edits that rename, of the version that they were made for.
pub(super) async fn rename(session: &Arc<Session>, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = params.text_document_position_params;
    let renamed = session.read_document(&at.text_document.uri, move |view| {
        let places = ide::rename(view.analysis, view.offset(at.position), &params.new_name)?;
        let edits = places.into_iter().map(|range| ide::Edit { range, text: params.new_name.clone() });
        Ok(Some(view.to_proto().workspace_edit(edits)))
    });
    renamed.await?.unwrap_or(Ok(None)).map_err(refused)
}

fn refused(reason: String) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: reason.into(), data: None }
}
