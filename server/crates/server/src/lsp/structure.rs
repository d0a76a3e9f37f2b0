//! The structure of a document to LSP's: symbols, what folds, what a selection grows to.

use std::{ops::Range, sync::Arc};

use layoutlens_ide as ide;
use layoutlens_world::Snapshot;
use lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind,
    SelectionRange, SymbolInformation, SymbolKind, Uri, WorkspaceSymbol,
};

use super::{session::Session, to_proto::ToProto};

/// Named layouts of the documents that are open and analysed: none is analysed for it.
pub(super) fn workspace_symbols(session: &Session, snapshot: &Snapshot, query: &str) -> Vec<WorkspaceSymbol> {
    let mut documents: Vec<_> =
        snapshot.world.documents.iter().filter(|(_, document)| document.is_analysed()).collect();
    documents.sort_by_key(|(uri, _)| *uri);
    let mut symbols = Vec::new();
    for (uri, document) in documents {
        let Ok(uri) = uri.parse::<Uri>() else { continue };
        let (support, documentation) = (session.support(), &session.documentation);
        let notebook = snapshot.world.notebook(uri.as_str()).map(Arc::as_ref);
        let to_proto = ToProto { uri: &uri, document, notebook, support, documentation };
        let left = ide::MOST_WORKSPACE_SYMBOLS.saturating_sub(symbols.len());
        let found = ide::workspace_symbols(&document.analysis(), query, left).into_iter();
        symbols.extend(found.map(|(symbol, function)| to_proto.workspace_symbol(symbol, function)));
    }
    symbols
}

impl ToProto<'_> {
    pub(super) fn document_symbols(&self, symbols: Vec<ide::DocumentSymbol>) -> DocumentSymbolResponse {
        if self.support.hierarchical_symbols {
            symbols.into_iter().map(|symbol| self.document_symbol(symbol)).collect::<Vec<_>>().into()
        } else {
            let mut flat = Vec::new();
            self.push_symbols(symbols, None, &mut flat);
            flat.into()
        }
    }

    #[expect(deprecated, reason = "the structure has no other way to be made")]
    fn document_symbol(&self, symbol: ide::DocumentSymbol) -> DocumentSymbol {
        let children: Vec<DocumentSymbol> =
            symbol.children.into_iter().map(|child| self.document_symbol(child)).collect();
        DocumentSymbol {
            name: symbol.name,
            detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
            kind: symbol_kind(symbol.kind),
            range: self.range(symbol.range),
            selection_range: self.range(symbol.name_range),
            tags: None,
            deprecated: None,
            children: (!children.is_empty()).then_some(children),
        }
    }

    /// The symbols one after the other, each with the function around it.
    #[expect(deprecated, reason = "the structure has no other way to be made")]
    fn push_symbols(
        &self,
        symbols: Vec<ide::DocumentSymbol>,
        container_name: Option<&str>,
        flat: &mut Vec<SymbolInformation>,
    ) {
        for symbol in symbols {
            flat.push(SymbolInformation {
                location: self.location(symbol.range),
                deprecated: None,
                base_symbol_information: BaseSymbolInformation {
                    name: symbol.name.clone(),
                    kind: symbol_kind(symbol.kind),
                    tags: None,
                    container_name: container_name.map(str::to_owned),
                },
            });
            self.push_symbols(symbol.children, Some(&symbol.name), flat);
        }
    }

    fn workspace_symbol(
        &self,
        symbol: ide::DocumentSymbol,
        container_name: Option<String>,
    ) -> WorkspaceSymbol {
        WorkspaceSymbol {
            location: self.location(symbol.name_range).into(),
            data: None,
            base_symbol_information: BaseSymbolInformation {
                name: symbol.name,
                kind: symbol_kind(symbol.kind),
                tags: None,
                container_name,
            },
        }
    }

    pub(super) fn folding_range(&self, folding: ide::FoldingRange) -> FoldingRange {
        let range = self.range(folding.range);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: folding.is_comment.then_some(FoldingRangeKind::Comment),
            ..Default::default()
        }
    }

    /// Ranges that each lie in the next one; an empty one at the offset where there are none.
    pub(super) fn selection_range(&self, ranges: Vec<Range<usize>>, offset: usize) -> SelectionRange {
        let around = |parent: Option<SelectionRange>, range: Range<usize>| {
            Some(SelectionRange { range: self.range(range), parent: parent.map(Box::new) })
        };
        let innermost = ranges.into_iter().rev().fold(None, around);
        innermost.unwrap_or_else(|| SelectionRange { range: self.range(offset..offset), parent: None })
    }
}

fn symbol_kind(kind: ide::DocumentSymbolKind) -> SymbolKind {
    match kind {
        ide::DocumentSymbolKind::Function => SymbolKind::Function,
        ide::DocumentSymbolKind::Binding => SymbolKind::Constant,
        ide::DocumentSymbolKind::Variable => SymbolKind::Variable,
        ide::DocumentSymbolKind::Type => SymbolKind::Class,
    }
}
