//! Named layouts by a part of their names, over documents.

use layoutlens_syntax::SourceScope;
use layoutlens_world::Analysis;

use crate::document_symbol::{DocumentSymbol, named_layouts};

/// The most that are given at once; where more fit, more is typed.
pub const MOST_SYMBOLS: usize = 256;

/// The named layouts of a document whose names hold `query`, whatever the case of its letters, with the function around
/// each; `most` of them at most.
pub fn workspace_symbols(
    analysis: &Analysis,
    query: &str,
    most: usize,
) -> Vec<(DocumentSymbol, Option<String>)> {
    let query = query.to_lowercase();
    let fitting = named_layouts(analysis).filter(|symbol| symbol.name.to_lowercase().contains(&query));
    fitting
        .take(most)
        .map(|symbol| {
            let scope = analysis.file.scope_at(symbol.name_range.start);
            let named = |scope: SourceScope| analysis.file.scopes.get(scope.index())?.name.clone();
            let function = analysis.file.enclosing(scope).find_map(named);
            (symbol, function)
        })
        .collect()
}
