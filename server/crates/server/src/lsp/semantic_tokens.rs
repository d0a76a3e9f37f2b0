//! Colours of statements, as differences to what the client has.

use std::ops::Range;

use layoutlens_ide as ide;
use layoutlens_world::Encoding;
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
    let text: &str = &view.analysis.text;
    let encoding = view.session.encoding();
    let (mut line, mut at) = (0, 0);
    let relative = |token: ide::SemanticToken| {
        let between = text.get(at..token.range.start)?;
        // Most tokens stand on the line of the one before them, where their columns are counted on.
        let is_on_line = at > 0 && !between.contains(['\n', '\r']);
        let (delta_line, delta_start) = if is_on_line {
            (0, units(between, encoding)?)
        } else {
            let place = view.to_proto().position(token.range.start);
            let delta_line = place.line.checked_sub(line)?;
            line = place.line;
            (delta_line, place.character)
        };
        at = token.range.start;
        Some(SemanticToken {
            delta_line,
            delta_start,
            length: units(text.get(token.range)?, encoding)?,
            token_type: token_legend::number(token.kind)?,
            token_modifiers_bitset: u32::from(token.is_declaration),
        })
    };
    ide::semantic_tokens(view.analysis, range).into_iter().filter_map(relative).collect()
}

/// The length of a part of a line as the client counts it.
fn units(text: &str, encoding: Encoding) -> Option<u32> {
    let count = match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => text.encode_utf16().count(),
        Encoding::Utf32 => text.chars().count(),
    };
    u32::try_from(count).ok()
}
