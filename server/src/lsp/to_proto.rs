//! `ide`'s plain structures to LSP's.

use std::{collections::HashMap, ops::Range};

use layoutlens_ide as ide;
use layoutlens_render::escape::plain_text;
use layoutlens_world::Document;
use lsp_types::{
    CodeAction, CodeActionKind, CodeDescription, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DocumentHighlight, DocumentHighlightKind, DocumentSymbol, DocumentSymbolResponse,
    Hover, Location, MarkupContent, MarkupKind, OptionalVersionedTextDocumentIdentifier, SymbolInformation,
    SymbolKind, TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
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
            edit: Some(self.workspace_edit(vec![TextEdit {
                range: self.range(fix.range.clone()),
                new_text: fix.text.clone(),
            }])),
            ..Default::default()
        }
    }

    pub(super) fn workspace_edit(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
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
            symbols.into_iter().map(|symbol| self.symbol_information(symbol)).collect::<Vec<_>>().into()
        }
    }

    #[expect(deprecated, reason = "the structure has no other way to be made")]
    fn document_symbol(&self, symbol: ide::DocumentSymbol) -> DocumentSymbol {
        DocumentSymbol {
            name: symbol.name,
            detail: Some(symbol.detail),
            kind: SymbolKind::Constant,
            range: self.range(symbol.range),
            selection_range: self.range(symbol.name_range),
            tags: None,
            deprecated: None,
            children: None,
        }
    }

    #[expect(deprecated, reason = "the structure has no other way to be made")]
    fn symbol_information(&self, symbol: ide::DocumentSymbol) -> SymbolInformation {
        SymbolInformation {
            location: self.location(symbol.range),
            deprecated: None,
            base_symbol_information: lsp_types::BaseSymbolInformation {
                name: symbol.name,
                kind: SymbolKind::Constant,
                tags: None,
                container_name: None,
            },
        }
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
