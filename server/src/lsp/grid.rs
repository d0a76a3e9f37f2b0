//! Grids that an editor opens beside the source.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use layout_algebra::{ComposedLayout, Layout};
use layoutlens_ide as ide;
use layoutlens_render::{Draw, Limits, SvgStyle, svg_grid, text_grid};
use lsp_types::{MessageType, ShowDocumentParams, TextDocumentPositionParams, Uri};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::{
    cache_folder,
    session::{DocumentView, Session},
};

/// A layout to draw. It carries its value: the document may change before the click.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct GridRequest {
    pub(super) title: String,
    /// In CuTe notation.
    pub(super) layout: String,
}

/// A drawn layout, as clients with a panel receive it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Picture {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) svg: String,
    /// Markdown: what else is known of the layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) facts: Option<String>,
}

/// Draws a layout; `None` when its notation is not one.
pub(super) fn draw(request: &GridRequest) -> Option<Picture> {
    if let Ok(layout) = request.layout.parse::<Layout>() {
        return Some(picture(&request.title, &layout));
    }
    request.layout.parse::<ComposedLayout<i64>>().ok().map(|layout| picture(&request.title, &layout))
}

fn picture(title: &str, layout: &impl Draw) -> Picture {
    Picture {
        title: title.into(),
        text: text_grid(layout, Limits::TEXT),
        svg: svg_grid(layout, Limits::SVG, SvgStyle::FILE),
        facts: None,
    }
}

/// `layoutlens/grid`: the layout at a position, drawn; `null` when there is none.
pub(super) async fn at_position(
    session: &Arc<Session>,
    params: TextDocumentPositionParams,
) -> Result<Option<Picture>> {
    let position = params.position;
    let picture =
        session.read_document(&params.text_document.uri, move |view| at_offset(view, view.offset(position)));
    Ok(picture.await?.flatten())
}

fn at_offset(view: &DocumentView<'_>, offset: usize) -> Option<Picture> {
    let request = ide::code_lenses(view.analysis).into_iter().find_map(|lens| match lens.kind {
        ide::LensKind::OpenGrid { title, layout }
            if lens.range.start <= offset && offset <= lens.range.end =>
        {
            Some(GridRequest { title, layout })
        }
        _ => None,
    })?;
    let facts = ide::hover(view.analysis, offset, ide::HoverOptions::default()).map(|hover| hover.markdown);
    draw(&request).map(|picture| Picture { facts, ..picture })
}

/// Shows a grid in a document of its own where the client can, else in a message.
pub(super) async fn show(session: &Session, picture: &Picture) {
    if session.support().show_document
        && let Some(uri) = write(session, picture)
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
