//! `ide`'s plain structures to LSP's.

use std::{collections::HashMap, ops::Range};

use layoutlens_ide as ide;
use layoutlens_render::escape::plain_text;
use layoutlens_world::Document;
use lsp_types::{
    BaseSymbolInformation, CodeAction, CodeActionKind, CodeDescription, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentHighlight, DocumentHighlightKind,
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Hover, InlayHint, InlayHintKind,
    Location, MarkupContent, MarkupKind, OptionalVersionedTextDocumentIdentifier, SelectionRange,
    SymbolInformation, SymbolKind, TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
    WorkspaceSymbol,
};

use super::{capabilities::ClientSupport, documentation::Documentation};

/// Speaks of one revision of a document to one client.
#[derive(Debug, Clone, Copy)]
pub(super) struct ToProto<'a> {
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    pub(super) support: &'a ClientSupport,
    pub(super) documentation: &'a Documentation,
}

impl ToProto<'_> {
    pub(super) fn position(&self, offset: usize) -> lsp_types::Position {
        let place = layoutlens_world::position(self.document.rope(), self.support.encoding, offset);
        lsp_types::Position { line: place.line, character: place.column }
    }

    pub(super) fn range(&self, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(range.start), end: self.position(range.end) }
    }

    pub(super) fn location(&self, range: Range<usize>) -> Location {
        Location { uri: self.uri.clone(), range: self.range(range) }
    }

    pub(super) fn hover(&self, hover: ide::Hover) -> Hover {
        let content = markup(hover.markdown, self.support.hover_markdown);
        Hover { contents: content.into(), range: Some(self.range(hover.range)) }
    }

    pub(super) fn inlay_hint(&self, hint: ide::InlayHint) -> InlayHint {
        InlayHint {
            position: self.position(hint.offset),
            label: hint.label.into(),
            kind: Some(InlayHintKind::Type),
            tooltip: hint.tooltip.map(Into::into),
            padding_left: Some(true),
            text_edits: None,
            padding_right: None,
            data: None,
        }
    }

    pub(super) fn diagnostic(&self, diagnostic: &ide::Diagnostic) -> Diagnostic {
        let href = self.support.code_description.then(|| self.documentation.page(diagnostic.code)).flatten();
        let related = |related: &ide::Related| DiagnosticRelatedInformation {
            location: self.location(related.range.clone()),
            message: related.message.clone(),
        };
        let related = diagnostic.related.iter().map(related);
        Diagnostic {
            range: self.range(diagnostic.range.clone()),
            severity: Some(severity(diagnostic.severity)),
            code: Some(diagnostic.code.into()),
            code_description: href.map(|href| CodeDescription { href }),
            source: Some("layoutlens".into()),
            message: diagnostic.message.clone().into(),
            related_information: self.support.related_information.then(|| related.collect()),
            tags: None,
            data: None,
        }
    }

    pub(super) fn quick_fix(&self, diagnostic: &ide::Diagnostic, fix: &ide::Fix) -> CodeAction {
        CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![self.diagnostic(diagnostic)]),
            is_preferred: (diagnostic.fixes.len() == 1).then_some(true),
            edit: Some(self.workspace_edit(TextEdit {
                range: self.range(fix.range.clone()),
                new_text: fix.text.clone(),
            })),
            ..Default::default()
        }
    }

    fn workspace_edit(&self, edit: TextEdit) -> WorkspaceEdit {
        self.workspace_edits(vec![edit])
    }

    /// Edits of this revision of the document, which are undone together.
    pub(super) fn workspace_edits(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        if !self.support.versioned_edits {
            let changes = HashMap::from([(self.uri.clone(), edits)]);
            return WorkspaceEdit { changes: Some(changes), ..Default::default() };
        }
        let text_document = OptionalVersionedTextDocumentIdentifier {
            version: Some(self.document.version()),
            text_document_identifier: TextDocumentIdentifier { uri: self.uri.clone() },
        };
        let edits = edits.into_iter().map(Into::into).collect();
        let edit = TextDocumentEdit { text_document, edits };
        WorkspaceEdit { document_changes: Some(vec![edit.into()]), ..Default::default() }
    }

    pub(super) fn document_highlight(&self, place: ide::DocumentHighlight) -> DocumentHighlight {
        let kind = if place.is_binding { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        DocumentHighlight { range: self.range(place.range), kind: Some(kind) }
    }

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

    pub(super) fn workspace_symbol(
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

/// Markdown, or the same as plain text for a client that reads no other.
pub(super) fn markup(markdown: String, is_read: bool) -> MarkupContent {
    if is_read {
        MarkupContent { kind: MarkupKind::Markdown, value: markdown }
    } else {
        MarkupContent { kind: MarkupKind::PlainText, value: plain_text(&markdown) }
    }
}

fn severity(severity: ide::Severity) -> DiagnosticSeverity {
    match severity {
        ide::Severity::Error => DiagnosticSeverity::Error,
        ide::Severity::Warning => DiagnosticSeverity::Warning,
        ide::Severity::Information => DiagnosticSeverity::Information,
        ide::Severity::Hint => DiagnosticSeverity::Hint,
    }
}
