//! What colours a client was sent last, and what leads from them to others.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use lsp_types::{SemanticToken, SemanticTokensEdit, Uri};

use super::lock::lock;

/// Integers of one token on the wire.
const INTEGERS: usize = 5;

/// The most tokens of a document that are kept to tell a difference to; of a longer one all are sent each time.
const MOST_KEPT: usize = 100_000;

/// What was sent last of each document that is open.
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
    pub(super) fn keep(&self, uri: &Uri, tokens: &[SemanticToken]) -> Option<String> {
        if tokens.len() > MOST_KEPT {
            lock(&self.sent).remove(uri);
            return None;
        }
        let id = (1 + self.last_id.fetch_add(1, Ordering::Relaxed)).to_string();
        lock(&self.sent).insert(uri.clone(), Sent { id: id.clone(), tokens: tokens.to_vec() });
        Some(id)
    }

    /// What leads from the result `previous` to these tokens, when that is the last that was sent.
    pub(super) fn edits(
        &self,
        uri: &Uri,
        previous: &str,
        tokens: &[SemanticToken],
    ) -> Option<Vec<SemanticTokensEdit>> {
        let sent = lock(&self.sent);
        let last = sent.get(uri).filter(|last| last.id == previous)?;
        Some(edits(&last.tokens, tokens))
    }
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
}
