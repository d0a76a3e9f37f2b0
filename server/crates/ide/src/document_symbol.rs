//! The named layouts of a document.

use std::ops::Range;

use layoutlens_eval::{Meaning, Value, Verdict};
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

/// A named layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name.
    pub name: String,
    /// Its value, or why it is unknown.
    pub detail: String,
    /// Bytes of the statement.
    pub range: Range<usize>,
    /// Bytes of the name.
    pub name_range: Range<usize>,
}

/// The symbols of a document, in the order of the text.
pub fn document_symbols(analysis: &Analysis) -> Vec<DocumentSymbol> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    statements
        .filter_map(|(annotation, meaning)| {
            let Statement::Let { name, .. } = &annotation.statement else { return None };
            let Meaning::Value(evaluated) = meaning else { return None };
            let detail = match (&evaluated.value, &evaluated.verdict) {
                (Value::Unknown(unknown), _) => format!("unknown: {}", unknown.reason),
                (_, Verdict::Unproved { limit }) => format!("unproved: {limit}"),
                (value, _) => match &evaluated.thread {
                    Some(thread) => format!("{value} ({thread})"),
                    None => value.to_string(),
                },
            };
            let (range, name_range) = (annotation.range.clone(), name.range.clone());
            Some(DocumentSymbol { name: name.text.clone(), detail, range, name_range })
        })
        .collect()
}
