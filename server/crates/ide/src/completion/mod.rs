//! What may be typed at a place: in statements, and in calls of CuTe's functions in the code.

mod host;
mod recipe;
mod statement;

use std::ops::Range;

use layoutlens_eval::Operation;
use layoutlens_world::Analysis;

use crate::{signature_help::documentation, statement_cursor::statement_at};

/// The most that is offered at once; where more fit, typing goes on and they are asked for again.
pub const MOST_ITEMS: usize = 256;

/// Something that may be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    /// What is shown and typed.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A line beside the label: a value, a signature.
    pub detail: Option<String>,
    /// What is inserted where the client takes no snippets.
    pub text: String,
    /// What is inserted where the client does.
    pub snippet: Option<String>,
    /// The operation whose documentation [`documentation_of`] gives.
    pub operation: Option<&'static str>,
    /// The place in the order: lower ones first, equal ones by their labels.
    pub rank: u8,
}

/// What a completion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// An operation, or a function of CuTe.
    Function,
    /// A name of a statement or of the code.
    Variable,
    /// An element type or an atom.
    Type,
    /// The code of a diagnostic.
    Code,
    /// A statement with places to fill in.
    Recipe,
}

/// What may be typed at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completions {
    /// Bytes that each item replaces.
    pub range: Range<usize>,
    /// At most [`MOST_ITEMS`].
    pub items: Vec<CompletionItem>,
    /// Whether there are more of them.
    pub is_incomplete: bool,
}

/// What may be typed at `offset`; `trigger` is the character whose typing asks, when it is one of `:`, `.`, `(`. `None` in
/// comments that are no statements, in literals, and in code that is no call of CuTe's functions.
pub fn completions(analysis: &Analysis, offset: usize, trigger: Option<char>) -> Option<Completions> {
    let (range, typed, items) = match statement_at(analysis, offset) {
        Some(cursor) => {
            let items = statement::items(analysis, &cursor, trigger);
            (cursor.word.clone(), cursor.typed().to_owned(), items)
        }
        None => {
            let (range, items) = host::items(analysis, offset, trigger)?;
            let typed = analysis.text.get(range.clone()).unwrap_or_default().to_owned();
            (range, typed, items)
        }
    };
    let mut items: Vec<CompletionItem> = items.into_iter().filter(|item| fits(&item.label, &typed)).collect();
    if items.is_empty() {
        return None;
    }
    items.sort_by(|one, other| (one.rank, &one.label).cmp(&(other.rank, &other.label)));
    items.dedup_by(|later, first| later.label == first.label);
    let is_incomplete = items.len() > MOST_ITEMS;
    items.truncate(MOST_ITEMS);
    Some(Completions { range, items, is_incomplete })
}

/// Markdown about an operation that a completion names.
pub fn documentation_of(operation: &str) -> Option<String> {
    Operation::named(operation).map(documentation)
}

/// Whether the letters that are typed stand in a label in this order, whatever their case.
fn fits(label: &str, typed: &str) -> bool {
    let mut letters = label.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// An operation or a function of CuTe. `is_called`: its arguments stand there already.
fn function(name: &str, operation: Option<Operation>, is_called: bool, rank: u8) -> CompletionItem {
    let required = operation.map(|operation| *operation.arity().start());
    let snippet = match (operation, required) {
        _ if is_called => None,
        (Some(operation), Some(required)) => {
            let labels = operation.parameter_labels();
            let places = labels.iter().take(required).enumerate();
            let places: Vec<String> =
                places.map(|(index, label)| format!("${{{}:{label}}}", index + 1)).collect();
            Some(format!("{name}({})$0", places.join(", ")))
        }
        _ => Some(format!("{name}($1)$0")),
    };
    CompletionItem {
        label: name.to_owned(),
        kind: CompletionKind::Function,
        detail: operation.map(Operation::signature),
        text: name.to_owned(),
        snippet,
        operation: operation.map(Operation::name),
        rank,
    }
}

/// An item that is inserted as it is shown.
fn plain(label: &str, kind: CompletionKind, detail: Option<String>, rank: u8) -> CompletionItem {
    let (label, text) = (label.to_owned(), label.to_owned());
    CompletionItem { label, kind, detail, text, snippet: None, operation: None, rank }
}
