//! Colours of statements, as differences to what the client has.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use layoutlens_ide::{self as ide, SemanticTokenKind};
use lsp_types::{
    SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaResponse, SemanticTokensEdit,
    SemanticTokensFullDelta, SemanticTokensLegend, SemanticTokensOptions, Uri,
};

use super::{lock::lock, session::DocumentView};

/// The types of tokens in the order of their numbers; all are the protocol's own.
const TYPES: [(SemanticTokenKind, &str); 8] = [
    (SemanticTokenKind::Keyword, "keyword"),
    (SemanticTokenKind::Function, "function"),
    (SemanticTokenKind::Variable, "variable"),
    (SemanticTokenKind::Type, "type"),
    (SemanticTokenKind::Number, "number"),
    (SemanticTokenKind::Operator, "operator"),
    (SemanticTokenKind::Option, "parameter"),
    (SemanticTokenKind::Code, "enumMember"),
];

/// The one modifier.
const DECLARATION: &str = "declaration";

/// Integers of one token on the wire.
const INTEGERS: usize = 5;

/// The most tokens of a document that are kept to tell a difference to; of a longer one all are sent each time.
const MOST_KEPT: usize = 100_000;

/// What the server offers.
pub(super) fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TYPES.iter().map(|(_, name)| (*name).to_owned()).collect(),
            token_modifiers: vec![DECLARATION.to_owned()],
        },
        range: Some(true.into()),
        full: Some(SemanticTokensFullDelta { delta: Some(true) }.into()),
        ..Default::default()
    }
}

/// What each client's document was last sent: one result a document that is open.
#[derive(Debug, Default)]
pub(super) struct SentTokens {
    last_id: AtomicU64,
    sent: Mutex<HashMap<Uri, Sent>>,
}

#[derive(Debug)]
struct Sent {
    id: String,
    tokens: Vec<SemanticToken>,
}

impl SentTokens {
    /// Forgets what was sent of a document that is closed.
    pub(super) fn forget(&self, uri: &Uri) {
        lock(&self.sent).remove(uri);
    }

    /// Keeps what is sent now, under a new id.
    fn keep(&self, uri: &Uri, tokens: &[SemanticToken]) -> Option<String> {
        if tokens.len() > MOST_KEPT {
            lock(&self.sent).remove(uri);
            return None;
        }
        let id = (1 + self.last_id.fetch_add(1, Ordering::Relaxed)).to_string();
        lock(&self.sent).insert(uri.clone(), Sent { id: id.clone(), tokens: tokens.to_vec() });
        Some(id)
    }

    /// What leads from the result `previous` to these tokens, when that is the last that was sent.
    fn edits(&self, uri: &Uri, previous: &str, tokens: &[SemanticToken]) -> Option<Vec<SemanticTokensEdit>> {
        let sent = lock(&self.sent);
        let last = sent.get(uri).filter(|last| last.id == previous)?;
        Some(edits(&last.tokens, tokens))
    }
}

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
fn tokens(view: &DocumentView<'_>, range: std::ops::Range<usize>) -> Vec<SemanticToken> {
    let (mut line, mut column) = (0, 0);
    let relative = |token: ide::SemanticToken| {
        let place = view.to_proto().range(token.range);
        let delta_line = place.start.line.checked_sub(line)?;
        let from = if delta_line == 0 { column } else { 0 };
        let token_type = TYPES.iter().position(|(kind, _)| *kind == token.kind)?;
        let token = SemanticToken {
            delta_line,
            delta_start: place.start.character.checked_sub(from)?,
            length: place.end.character.checked_sub(place.start.character)?,
            token_type: u32::try_from(token_type).ok()?,
            token_modifiers_bitset: u32::from(token.is_declaration),
        };
        (line, column) = (place.start.line, place.start.character);
        Some(token)
    };
    ide::semantic_tokens(view.analysis, range).into_iter().filter_map(relative).collect()
}

/// One edit of what differs between two lists; none where nothing does.
fn edits(before: &[SemanticToken], now: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let same = |(one, other): &(&SemanticToken, &SemanticToken)| one == other;
    let head = before.iter().zip(now).take_while(same).count();
    let longest_tail = before.len().min(now.len()) - head;
    let tail = before.iter().rev().zip(now.iter().rev()).take(longest_tail).take_while(same).count();
    let removed = before.len() - head - tail;
    let added = now.get(head..now.len() - tail).unwrap_or_default();
    if removed == 0 && added.is_empty() {
        return Vec::new();
    }
    let integers = |token: &SemanticToken| {
        [token.delta_line, token.delta_start, token.length, token.token_type, token.token_modifiers_bitset]
    };
    let count = |tokens: usize| u32::try_from(tokens * INTEGERS).unwrap_or(u32::MAX);
    vec![SemanticTokensEdit {
        start: count(head),
        delete_count: count(removed),
        data: Some(added.iter().flat_map(integers).collect()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_start: u32) -> SemanticToken {
        SemanticToken { delta_line: 0, delta_start, length: 1, token_type: 0, token_modifiers_bitset: 0 }
    }

    fn list(starts: &[u32]) -> Vec<SemanticToken> {
        starts.iter().copied().map(token).collect()
    }

    /// The integers behind the edits.
    fn applied(before: &[SemanticToken], edits: &[SemanticTokensEdit]) -> Vec<u32> {
        let mut integers: Vec<u32> =
            before.iter().flat_map(|token| [0, token.delta_start, 1, 0, 0]).collect();
        for edit in edits {
            let start = usize::try_from(edit.start).expect("a place");
            let end = start + usize::try_from(edit.delete_count).expect("a count");
            integers.splice(start..end, edit.data.iter().flatten().copied());
        }
        integers
    }

    #[test]
    fn edits_lead_from_one_list_to_the_other() {
        let lists: [&[u32]; 8] =
            [&[], &[1], &[1, 1], &[1, 1, 1], &[1, 2, 3], &[1, 3], &[2, 1, 1, 3], &[3, 2, 1]];
        for before in lists.map(list) {
            for now in lists.map(list) {
                let edits = edits(&before, &now);
                assert_eq!(applied(&before, &edits), applied(&now, &[]), "{before:?} {now:?}");
                assert_eq!(edits.is_empty(), before == now);
            }
        }
    }

    #[test]
    fn every_kind_has_a_type_of_the_protocol() {
        let options = options();
        assert_eq!(options.legend.token_types.len(), TYPES.len());
        assert!(options.legend.token_modifiers == [DECLARATION]);
    }
}
