//! Hints, and what they tell when they are asked.

use std::sync::Arc;

use layoutlens_ide as ide;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabelPart, Label, Range, TextEdit, Uri};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::{
    session::{Asked, DocumentView, Session},
    to_proto::markup,
};

/// The most characters of a line's hints in CUDA files, for which the extension takes the editor's own limit away.
const LONGEST_IN_CUDA: usize = 80;

/// The same in files that are not only of CuTe: where VS Code cuts.
const LONGEST_IN_OTHERS: usize = 43;

/// What a hint of this server is about.
#[derive(Debug, Serialize, Deserialize)]
struct Subject {
    uri: Uri,
    version: i32,
    /// Byte at which the name or statement begins.
    subject: usize,
}

/// The hints of a part of a document; `None` where they are off.
pub(super) fn inlay_hints(view: &DocumentView<'_>, range: Range) -> Option<Vec<InlayHint>> {
    let configuration = view.session.configuration_of(view.path().as_deref());
    if !configuration.hints {
        return None;
    }
    let longest = match configuration.hint_length {
        Some(0) => None,
        Some(longest) => Some(longest),
        None => Some(if is_cuda(view.uri) { LONGEST_IN_CUDA } else { LONGEST_IN_OTHERS }),
    };
    let options =
        ide::HintOptions { kinds: configuration.hint_kinds, place: configuration.hint_place, longest };
    let hints = ide::inlay_hints(view.analysis, view.range(range), &options);
    Some(hints.into_iter().map(|hint| inlay_hint(view, hint)).collect())
}

fn is_cuda(uri: &Uri) -> bool {
    [".cu", ".cuh"].iter().any(|ending| uri.as_str().ends_with(ending))
}

/// What the client resolves is left for when it does.
fn inlay_hint(view: &DocumentView<'_>, hint: ide::InlayHint) -> InlayHint {
    let resolves =
        |property: &str| view.session.support().resolved_of_hints.iter().any(|resolved| resolved == property);
    let subject = Subject { uri: view.uri.clone(), version: view.document.version(), subject: hint.subject };
    let is_shortened = hint.full != hint.label;
    let text_edits = match resolves("textEdits") {
        true => None,
        false => comment_edit(view, ide::layout_comment(view.analysis, hint.subject)),
    };
    let label = match resolves("label.location") {
        true => parts(&hint).into(),
        false => hint.label.clone().into(),
    };
    InlayHint {
        position: view.to_proto().position(hint.offset),
        label,
        kind: Some(InlayHintKind::Type),
        tooltip: (is_shortened && !resolves("tooltip")).then(|| hint.full.into()),
        padding_left: Some(true),
        text_edits,
        padding_right: None,
        data: serde_json::to_value(subject).ok(),
    }
}

/// The value, and its marks where it has some.
fn parts(hint: &ide::InlayHint) -> Vec<InlayHintLabelPart> {
    let (value, marks) = hint.label.split_at(hint.marks);
    let part = |text: &str| InlayHintLabelPart { value: text.to_owned(), ..Default::default() };
    [value, marks].into_iter().filter(|text| !text.is_empty()).map(part).collect()
}

fn comment_edit(view: &DocumentView<'_>, comment: Option<ide::LayoutComment>) -> Option<Vec<TextEdit>> {
    let comment = comment?;
    let range = view.to_proto().range(comment.offset..comment.offset);
    Some(vec![TextEdit { range, new_text: comment.text }])
}

/// Adds the tooltip, the comment and where the operands are declared. A hint of a text that was edited since stays as it is.
pub(super) async fn resolve(session: &Arc<Session>, hint: InlayHint) -> Result<InlayHint> {
    let subject = hint.data.clone().and_then(|data| serde_json::from_value::<Subject>(data).ok());
    let Some(Subject { uri, version, subject }) = subject else { return Ok(hint) };
    let options = ide::HoverOptions {
        images: session.configuration().hover_images,
        theme: session.configuration().theme,
    };
    let asked = hint.clone();
    let resolved = session.read_newest(&uri, Asked::HintDetails, move |view| {
        let is_current = view.document.version() == version;
        let details = is_current.then(|| ide::hint_details(view.analysis, subject, options)).flatten();
        details.map(|details| with_details(view, asked, details))
    });
    Ok(resolved.await?.flatten().unwrap_or(hint))
}

fn with_details(view: &DocumentView<'_>, hint: InlayHint, details: ide::HintDetails) -> InlayHint {
    let tooltip = markup(details.markdown, view.session.support().hover_markdown);
    let label = match (hint.label, details.definition) {
        (Label::InlayHintLabelPartList(mut parts), Some(definition)) => {
            if let Some(value) = parts.first_mut() {
                value.location = Some(view.to_proto().location(definition));
            }
            parts.into()
        }
        (label, _) => label,
    };
    let text_edits = comment_edit(view, details.comment);
    InlayHint { label, tooltip: Some(tooltip.into()), text_edits, ..hint }
}
