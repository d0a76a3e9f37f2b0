//! `layoutlens/layouts`: all that a document has, for a list or a count.

use std::sync::Arc;

use layoutlens_ide as ide;
use lsp_types::{Range, TextDocumentIdentifier, Uri};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::session::{Asked, DocumentView, Session};

/// Which document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayoutsParams {
    text_document: TextDocumentIdentifier,
}

/// A layout of a document.
#[derive(Debug, Serialize)]
pub(super) struct ListedLayout {
    range: Range,
    name: Option<String>,
    /// What a hint shows; none where it is unknown.
    value: Option<String>,
    /// Whether the value rests on a supposition.
    supposed: bool,
}

/// The layouts of a document, in the order of its text.
pub(super) async fn of_document(
    session: &Arc<Session>,
    params: LayoutsParams,
) -> Result<Option<Vec<ListedLayout>>> {
    let uri: &Uri = &params.text_document.uri;
    let list = |view: &DocumentView<'_>| {
        let inspected = ide::inspect(view.analysis).into_iter();
        let here = inspected.filter(|inspected| view.shows(inspected.range.start));
        here.map(|inspected| listed(view, inspected)).collect()
    };
    session.read_newest(uri, Asked::Layouts, list).await
}

fn listed(view: &DocumentView<'_>, inspected: ide::Inspected) -> ListedLayout {
    let supposed = inspected.layouts.is_empty();
    let answers = if supposed { inspected.supposed } else { inspected.layouts };
    let value = answers.into_iter().next().map(|answer| answer.text);
    ListedLayout {
        range: view.to_proto().range(inspected.range),
        name: inspected.name,
        supposed: supposed && value.is_some(),
        value,
    }
}
