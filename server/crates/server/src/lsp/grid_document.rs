//! `layoutlens:` documents: grids with more cells than a hover has, drawn when the editor opens one.
//!
//! The address carries the layout itself, so that a document that is opened again shows the same, whatever was edited.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use layoutlens_ide::{Drawing, Wanted};
use layoutlens_render::{Limits, escape::one_line};
use lsp_types::{TextDocumentContentResult, Uri};
use tower_lsp::jsonrpc::{Error, Result};

use super::{capabilities::SCHEME, grid::GridRequest};

/// The most cells of a document: as many as an editor scrolls through at ease.
const LIMITS: Limits = Limits::of(256, 256);

/// The most bytes of an address: what a lens carries is far below.
const MOST_BYTES: usize = 64 << 10;

/// The address of a grid. Editors encode signs in addresses in ways of their own, so the layout is none of them.
pub(super) fn address(request: &GridRequest) -> Option<Uri> {
    let asked = URL_SAFE_NO_PAD.encode(serde_json::to_vec(request).ok()?);
    let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = request.title.chars().take_while(is_word).collect();
    let name = if name.is_empty() { "grid" } else { &name };
    format!("{SCHEME}:/grid/{name}.txt?{asked}").parse().ok()
}

/// The text of the document at an address.
///
/// # Errors
/// What is wrong with the address, or why the layout has no grid.
pub(super) fn content(address: &Uri) -> Result<TextDocumentContentResult> {
    let refused = |reason: &str| Error::invalid_params(format!("{SCHEME}: {reason}"));
    let asked =
        address.query().filter(|_| address.scheme() == SCHEME && address.path().starts_with("/grid/"));
    let asked = asked.filter(|asked| asked.len() <= MOST_BYTES);
    let request = asked.and_then(|asked| URL_SAFE_NO_PAD.decode(asked).ok());
    let request: Option<GridRequest> = request.and_then(|json| serde_json::from_slice(&json).ok());
    let request = request.ok_or_else(|| refused("this is not the address of a grid"))?;
    let drawing = Drawing::of(&request.layout).map_err(|reason| refused(&reason))?;
    let grid = drawing
        .picture(&Wanted { limits: Some(LIMITS), ..Wanted::default() })
        .map_err(|reason| refused(&reason))?;
    let text = format!("{}\n\n{}\n\n{}\n", one_line(&request.title), drawing.facts(), grid.to_text());
    Ok(TextDocumentContentResult { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(title: &str, layout: &str) -> GridRequest {
        GridRequest { title: title.into(), layout: layout.into(), at: None }
    }

    #[test]
    fn a_document_has_all_cells_of_a_grid_that_a_hover_cuts() {
        let uri = address(&request("A = (64,64):(64,1)", "(64,64):(64,1)")).expect("an address");
        assert!(uri.as_str().starts_with("layoutlens:/grid/A.txt?"), "{uri}");
        let text = content(&uri).expect("a grid").text;
        assert!(text.starts_with("A = (64,64):(64,1)\n\n"), "{text}");
        assert!(text.contains("size 4096") && text.contains("4095"), "{text}");
    }

    #[test]
    fn other_addresses_say_what_they_are() {
        for address in [
            "layoutlens:/grid/A.txt",
            "layoutlens:/grid/A.txt?x",
            "layoutlens:/other?e30",
            "file:///grid/a?e30",
        ] {
            let error = content(&address.parse().expect("an address")).unwrap_err();
            assert!(error.message.contains("not the address of a grid"), "{error}");
        }
        let error = content(&address(&request("x", "8")).expect("an address")).unwrap_err();
        assert!(error.message.contains("has no grid"), "{error}");
    }
}
