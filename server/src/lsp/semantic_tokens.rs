//! Colours of statements, as differences to what the client has.

use std::ops::Range;

use layoutlens_ide as ide;
use lsp_types::{SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaResponse};

use super::{session::DocumentView, token_legend};

/// All tokens of a document.
pub(super) fn full(view: &DocumentView<'_>) -> SemanticTokens {
    let data = tokens(view, view.whole());
    let result_id = view.session.sent_tokens.keep(view.uri, &data);
    SemanticTokens { result_id, data }
}

/// The difference to the result `previous`; all tokens where that is not the last that was sent.
pub(super) fn delta(view: &DocumentView<'_>, previous: &str) -> SemanticTokensDeltaResponse {
    let data = tokens(view, view.whole());
    let sent = &view.session.sent_tokens;
    let edits = sent.edits(view.uri, previous, &data);
    let result_id = sent.keep(view.uri, &data);
    match edits {
        Some(edits) => SemanticTokensDelta { result_id, edits }.into(),
        None => SemanticTokens { result_id, data }.into(),
    }
}

/// The tokens of the statements in a part of a document.
pub(super) fn range(view: &DocumentView<'_>, range: lsp_types::Range) -> SemanticTokens {
    SemanticTokens { result_id: None, data: tokens(view, view.range(range)) }
}

/// Tokens as the wire has them: each counted from the one before it.
fn tokens(view: &DocumentView<'_>, range: Range<usize>) -> Vec<SemanticToken> {
    let (mut line, mut column) = (0, 0);
    let relative = |token: ide::SemanticToken| {
        let place = view.to_proto().range(token.range);
        let delta_line = place.start.line.checked_sub(line)?;
        let from = if delta_line == 0 { column } else { 0 };
        let token = SemanticToken {
            delta_line,
            delta_start: place.start.character.checked_sub(from)?,
            length: place.end.character.checked_sub(place.start.character)?,
            token_type: token_legend::number(token.kind)?,
            token_modifiers_bitset: u32::from(token.is_declaration),
        };
        (line, column) = (place.start.line, place.start.character);
        Some(token)
    };
    ide::semantic_tokens(view.analysis, range).into_iter().filter_map(relative).collect()
}
