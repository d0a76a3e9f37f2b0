//! `ide`'s plain structures to LSP's.

use std::{collections::HashMap, ops::Range};

use layoutlens_ide as ide;
use layoutlens_render::escape::plain_text;
use layoutlens_world::{Cell, Document, Notebook};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentHighlight,
    DocumentHighlightKind, Hover, Location, MarkupContent, MarkupKind,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri,
    WorkspaceEdit,
};

use super::{capabilities::ClientSupport, documentation::Documentation};

/// Speaks of one revision of a document to one client.
#[derive(Debug, Clone, Copy)]
pub(super) struct ToProto<'a> {
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    /// The notebook whose program the document is: what is spoken of stands in its cells.
    pub(super) notebook: Option<&'a Notebook>,
    pub(super) support: &'a ClientSupport,
    pub(super) documentation: &'a Documentation,
}

impl ToProto<'_> {
    pub(super) fn position(&self, offset: usize) -> lsp_types::Position {
        let place = layoutlens_world::position(self.document.rope(), self.support.encoding, offset);
        let place = self.cell_at(offset).map_or(place, |cell| cell.from_program(place));
        lsp_types::Position { line: place.line, character: place.column }
    }

    pub(super) fn range(&self, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(range.start), end: self.position(range.end) }
    }

    pub(super) fn location(&self, range: Range<usize>) -> Location {
        Location { uri: self.uri_at(range.start), range: self.range(range) }
    }

    fn cell_at(&self, offset: usize) -> Option<&Cell> {
        self.notebook?.cell_at(offset)
    }

    /// The document in which a byte stands: the cell, in a notebook.
    fn uri_at(&self, offset: usize) -> Uri {
        let cell = self.cell_at(offset).and_then(|cell| cell.uri().parse().ok());
        cell.unwrap_or_else(|| self.uri.clone())
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

    /// Edits of this revision as one step; a client that keeps versions refuses them for another one.
    pub(super) fn workspace_edit(&self, edits: impl IntoIterator<Item = ide::Edit>) -> WorkspaceEdit {
        let mut texts: Vec<(Uri, i32, Vec<TextEdit>)> = Vec::new();
        for ide::Edit { range, text } in edits {
            let uri = self.uri_at(range.start);
            let version = self.cell_at(range.start).map_or(self.document.version(), Cell::version);
            let edit = TextEdit { range: self.range(range), new_text: text };
            match texts.iter_mut().find(|(of, ..)| *of == uri) {
                Some((_, _, edits)) => edits.push(edit),
                None => texts.push((uri, version, vec![edit])),
            }
        }
        if !self.support.versioned_edits {
            let changes: HashMap<_, _> = texts.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
            return WorkspaceEdit { changes: Some(changes), ..Default::default() };
        }
        let changes = texts.into_iter().map(|(uri, version, edits)| {
            let text_document = OptionalVersionedTextDocumentIdentifier {
                version: Some(version),
                text_document_identifier: TextDocumentIdentifier { uri },
            };
            let edits = edits.into_iter().map(Into::into).collect();
            TextDocumentEdit { text_document, edits }.into()
        });
        WorkspaceEdit { document_changes: Some(changes.collect()), ..Default::default() }
    }

    pub(super) fn document_highlight(&self, place: ide::DocumentHighlight) -> DocumentHighlight {
        let kind = if place.is_binding { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        DocumentHighlight { range: self.range(place.range), kind: Some(kind) }
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
