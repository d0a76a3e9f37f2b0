//! Completions and signatures to LSP's.

use layoutlens_ide as ide;
use lsp_types::{
    ActiveParameter, CompletionItem, CompletionItemKind, CompletionList, CompletionParams, InsertTextFormat,
    ParameterInformation, ParameterInformationLabel, SignatureHelp, SignatureInformation, TextEdit,
};
use serde_json::json;

use super::{capabilities::ClientSupport, session::DocumentView, to_proto::markup};

/// What may be typed at a position.
pub(super) fn completions(view: &DocumentView<'_>, params: &CompletionParams) -> Option<CompletionList> {
    let offset = view.offset(params.text_document_position_params.position);
    let context = params.context.as_ref();
    let typed = context.and_then(|context| context.trigger_character.as_ref());
    let trigger = typed.and_then(|typed| typed.chars().next());
    let completions = ide::completions(view.analysis, offset, trigger)?;
    let range = view.to_proto().range(completions.range);
    let item = |item| to_proto(item, range, view.session.support());
    let items = completions.items.into_iter().map(item).collect();
    Some(CompletionList { is_incomplete: completions.is_incomplete, items, ..Default::default() })
}

fn to_proto(item: ide::CompletionItem, range: lsp_types::Range, support: &ClientSupport) -> CompletionItem {
    let snippet = item.snippet.filter(|_| support.snippets);
    let format = if snippet.is_some() { InsertTextFormat::Snippet } else { InsertTextFormat::PlainText };
    let new_text = snippet.unwrap_or(item.text);
    CompletionItem {
        kind: Some(match item.kind {
            ide::CompletionKind::Keyword => CompletionItemKind::Keyword,
            ide::CompletionKind::Function => CompletionItemKind::Function,
            ide::CompletionKind::Variable => CompletionItemKind::Variable,
            ide::CompletionKind::Type => CompletionItemKind::Class,
            ide::CompletionKind::Code => CompletionItemKind::EnumMember,
            ide::CompletionKind::Recipe => CompletionItemKind::Snippet,
        }),
        detail: item.detail,
        sort_text: Some(format!("{}{}", item.rank, item.label)),
        insert_text_format: Some(format),
        text_edit: Some(TextEdit { range, new_text }.into()),
        data: item.operation.map(|operation| json!({ "operation": operation })),
        label: item.label,
        ..Default::default()
    }
}

/// The item with what is told about it at length.
pub(super) fn resolve(item: CompletionItem, support: &ClientSupport) -> CompletionItem {
    let operation = item.data.as_ref().and_then(|data| data.get("operation")?.as_str());
    let documentation = operation.and_then(ide::documentation_of);
    let documentation = documentation.map(|text| markup(text, support.completion_markdown).into());
    CompletionItem { documentation: documentation.or_else(|| item.documentation.clone()), ..item }
}

pub(super) fn signature_help(help: ide::SignatureHelp, support: &ClientSupport) -> SignatureHelp {
    let parameters = help.parameters.iter().map(|range| {
        // Labels are ASCII, so that bytes are columns in every encoding.
        let columns = (u32::try_from(range.start).unwrap_or(0), u32::try_from(range.end).unwrap_or(0));
        let label = match support.label_offsets {
            true => ParameterInformationLabel::Tuple(columns),
            false => help.label.get(range.clone()).unwrap_or_default().to_owned().into(),
        };
        ParameterInformation { label, documentation: None }
    });
    // Behind the last parameter none is being typed: one beyond the last says so in every version of the protocol.
    let active = u32::try_from(help.active).unwrap_or(u32::MAX);
    let signature = SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: Some(markup(help.documentation, support.signature_markdown).into()),
        label: help.label,
        active_parameter: None,
    };
    SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: Some(ActiveParameter::Int(active)),
    }
}
