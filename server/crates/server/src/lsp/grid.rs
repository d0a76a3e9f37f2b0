//! Grids that an editor opens beside the source.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use layoutlens_ide as ide;
use lsp_types::{MessageType, ShowDocumentParams, TextDocumentPositionParams, Uri};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::{
    cache_folder,
    session::{Asked, DocumentView, Session},
};

/// A layout to draw. It carries its value: the document may change before the click.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct GridRequest {
    pub(super) title: String,
    /// An expression without names.
    pub(super) layout: String,
    /// Where it stands, for a panel that follows the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<TextDocumentPositionParams>,
}

/// A drawn layout, as a client receives it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Picture {
    pub(super) title: String,
    pub(super) text: String,
    /// `null` where it has no grid: `text` says why.
    pub(super) svg: Option<String>,
    /// Markdown: what else is known of the layout.
    pub(super) facts: String,
    /// Of what a lens or an action carries: the expression, and where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<TextDocumentPositionParams>,
}

impl From<ide::Picture> for Picture {
    fn from(picture: ide::Picture) -> Self {
        let ide::Picture { title, text, svg, facts } = picture;
        Self { title, text, svg, facts, layout: None, at: None }
    }
}

/// Draws a layout.
///
/// # Errors
/// Why it has no picture.
pub(super) fn draw(request: &GridRequest) -> std::result::Result<Picture, String> {
    let picture = Picture::from(ide::picture_of(&request.title, &request.layout)?);
    Ok(Picture { layout: Some(request.layout.clone()), at: request.at.clone(), ..picture })
}

/// A place in the document that is looked at.
pub(super) fn place(view: &DocumentView<'_>, position: lsp_types::Position) -> TextDocumentPositionParams {
    let text_document = lsp_types::TextDocumentIdentifier { uri: view.uri.clone() };
    TextDocumentPositionParams { text_document, position }
}

/// `layoutlens/grid`: the layout at a position, or the next one on its line, drawn; `null` when there is none.
pub(super) async fn at_position(
    session: &Arc<Session>,
    params: TextDocumentPositionParams,
) -> Result<Option<Picture>> {
    let picture = session.read_newest(&params.text_document.uri, Asked::Grid, move |view| {
        ide::picture_at(view.analysis, view.offset(params.position)).map(Picture::from)
    });
    Ok(picture.await?.flatten())
}

/// Shows a grid in a document of its own where the client can, else in a message. `address`: where the client finds a
/// document of it.
pub(super) async fn show(session: &Session, address: Option<Uri>, picture: &Picture) {
    if session.support().show_document
        && let Some(uri) = address.or_else(|| write(session, picture))
    {
        let params =
            ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        if session.client.show_document(params).await.is_ok_and(|shown| shown) {
            return;
        }
    }
    session.client.show_message(MessageType::Info, format!("{}\n{}", picture.title, picture.text)).await;
}

fn write(session: &Session, picture: &Picture) -> Option<Uri> {
    let text = format!("{}\n\n{}\n", picture.title, picture.text);
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("grid-{:016x}.txt", hasher.finish());
    let path = cache_folder::write(&session.cache_folder.as_ref()?.join("grids"), &name, &text).ok()?;
    Uri::from_file_path(path).ok()
}
