//! The bench's requests: what a layout is, as a page shows it.

use std::sync::Arc;

use layoutlens_ide as ide;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Document};
use lsp_types::{Position, TextDocumentIdentifier};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::session::{DocumentView, Session};
use crate::bench::{
    export, model,
    page::{Door, page},
    view::View,
};

/// What is asked about: a place in a document, or an expression, whose names are those that are visible at such a place.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BenchParams {
    text_document: Option<TextDocumentIdentifier>,
    #[serde(default)]
    position: Position,
    /// The name of what was shown: where the position has something else by now, it is looked for.
    name: Option<String>,
    expression: Option<String>,
    #[serde(default)]
    view: View,
}

/// The same, as a file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportParams {
    expression: String,
    /// The ending of the file: `svg`.
    form: String,
    #[serde(default)]
    view: View,
}

/// Which page.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct PageParams {
    nonce: String,
}

/// What is typed in the expression line.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompletionParams {
    expression: String,
    /// In UTF-16, as a page counts.
    cursor: usize,
    text_document: Option<TextDocumentIdentifier>,
    #[serde(default)]
    position: Position,
}

/// Where ways out are looked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FixesParams {
    text_document: TextDocumentIdentifier,
    position: Position,
}

/// Which way out of what is found at a place.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FixParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    version: i32,
    title: String,
}

const CLOSED: &str = "the document is closed, or is in a language that is not read";

/// `layoutlens/bench`.
pub(super) async fn bench(session: &Arc<Session>, params: BenchParams) -> Result<Value> {
    let (view, style) = params.view.clone().read().map_err(Error::invalid_params)?;
    let Some(document) = params.text_document else {
        let expression = params.expression.unwrap_or_default();
        return session
            .read(move |_| {
                Ok(match ide::bench_of(&expression, None, &view) {
                    Ok(bench) => model::answer(&bench, style),
                    Err(reason) => model::gone(&reason),
                })
            })
            .await;
    };
    // Several benches may ask about one document: none takes another's place.
    let answer = session.read_document(&document.uri, move |asked| {
        let offset = asked.offset(params.position);
        if let Some(expression) = &params.expression {
            return match ide::bench_of(expression, Some((asked.analysis, offset)), &view) {
                Ok(bench) => model::answer(&bench, style),
                Err(reason) => model::gone(&reason),
            };
        }
        match ide::bench_at(asked.analysis, offset, params.name.as_deref(), &view) {
            Ok(bench) => of_document(asked, &bench, model::answer(&bench, style)),
            Err(reason) => model::gone(&reason),
        }
    });
    Ok(answer.await?.unwrap_or_else(|| json!({ "gone": CLOSED })))
}

fn told(fix: &ide::BenchFix) -> Value {
    json!({ "title": fix.title, "code": fix.code, "text": fix.text })
}

fn of_document(asked: &DocumentView<'_>, bench: &ide::Bench, answer: Value) -> Value {
    let to_proto = asked.to_proto();
    let range = bench.range.clone().map(|range| to_proto.range(range));
    let range = serde_json::to_value(range).unwrap_or_default();
    let fixes: Vec<Value> = bench.fixes.iter().map(told).collect();
    model::in_document(answer, &range, asked.document.version(), &fixes)
}

/// `layoutlens/picture`.
pub(super) async fn picture(session: &Arc<Session>, params: ExportParams) -> Result<Value> {
    let (view, style) = params.view.read().map_err(Error::invalid_params)?;
    let drawn =
        session.read(move |_| Ok(export::export(&params.expression, &params.form, &view, style))).await?;
    Ok(drawn.unwrap_or_else(|reason| json!({ "gone": reason })))
}

/// `layoutlens/page`.
pub(super) fn panel(params: &PageParams) -> Value {
    json!({ "html": page(Door::Panel, "Bench", &params.nonce, None) })
}

/// `layoutlens/complete`.
pub(super) async fn complete(session: &Arc<Session>, params: CompletionParams) -> Result<Value> {
    const MARKER: &str = "# cute: show ";
    let expression = params.expression.replace(['\n', '\r'], " ");
    let at = byte_of(&expression, params.cursor);
    let typed = expression.clone();
    let libraries = session.libraries;
    let of_language = session.read(move |_| {
        let document = Document::new(0, Language::Python, &format!("{MARKER}{expression}\n"), libraries);
        let found = ide::completions(&document.analysis(), MARKER.len() + at, None);
        Ok(found.map(|mut found| {
            // What begins so comes before what has its letters somewhere.
            let word = expression.get(found.range.start.saturating_sub(MARKER.len())..at).unwrap_or_default();
            found.items.sort_by_key(|item| !item.label.starts_with(word));
            let start = found.range.start.saturating_sub(MARKER.len());
            let item = |item: ide::CompletionItem| json!({ "label": item.label, "detail": item.detail, "text": item.text });
            (start, found.items.into_iter().take(MOST_COMPLETED).map(item).collect::<Vec<_>>())
        }))
    });
    let (start, mut items) = of_language.await?.unwrap_or_else(|| (word_before(&typed, at), Vec::new()));
    if let Some(document) = params.text_document {
        let word = typed.get(start..at).unwrap_or_default().to_lowercase();
        let named = session.read_document(&document.uri, move |asked| {
            names(asked.analysis, asked.offset(params.position), &word)
        });
        let named = named.await?.unwrap_or_default();
        items.splice(0..0, named);
    }
    let start = typed.get(..start).unwrap_or_default().encode_utf16().count();
    Ok(json!({ "start": start, "items": items }))
}

/// The most entries of a completion.
const MOST_COMPLETED: usize = 40;

fn word_before(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let word = before.chars().rev().take_while(|letter| letter.is_alphanumeric() || *letter == '_');
    at - word.map(char::len_utf8).sum::<usize>()
}

/// Names of the document that begin so and have a value, those nearest to a place first.
fn names(analysis: &Analysis, offset: usize, word: &str) -> Vec<Value> {
    let mut found: Vec<ide::Inspected> = ide::inspect(analysis)
        .into_iter()
        .filter(|inspected| {
            let name = inspected.name.as_deref().unwrap_or_default();
            !inspected.layouts.is_empty() && !name.is_empty() && name.to_lowercase().starts_with(word)
        })
        .collect();
    found.sort_by_key(|inspected| inspected.range.start.abs_diff(offset));
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|inspected| seen.insert(inspected.name.clone()));
    let item = |inspected: ide::Inspected| {
        let value = inspected.layouts.first().map(|layout| layout.text.clone());
        json!({ "label": inspected.name, "detail": value, "text": inspected.name })
    };
    found.into_iter().take(MOST_COMPLETED).map(item).collect()
}

/// The byte of a place in UTF-16.
fn byte_of(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (byte, letter) in text.char_indices() {
        if units >= utf16 {
            return byte;
        }
        units += letter.len_utf16();
    }
    text.len()
}

/// `layoutlens/fixes`: ways out that are tried in the whole document, which takes as long as reading it some times.
pub(super) async fn fixes(session: &Arc<Session>, params: FixesParams) -> Result<Value> {
    let position = params.position;
    let found = session.read_document(&params.text_document.uri, move |asked| {
        let fixes = ide::conflict_fixes(asked.document, asked.analysis, asked.offset(position));
        let fixes: Vec<Value> = fixes.unwrap_or_default().iter().map(told).collect();
        json!({ "version": asked.document.version(), "fixes": fixes })
    });
    Ok(found.await?.unwrap_or_else(|| json!({ "gone": CLOSED })))
}

/// `layoutlens/fix`: has the client apply a way out of what is found at a place.
pub(super) async fn fix(session: &Arc<Session>, params: FixParams) -> Result<Value> {
    let not_applied = |reason: &str| Ok(json!({ "applied": false, "reason": reason }));
    if !session.support().apply_edit {
        return not_applied("this editor takes no edits from a server");
    }
    let (position, version, title) = (params.position, params.version, params.title);
    let edit = session.read_document(&params.text_document.uri, move |asked| {
        if asked.document.version() != version {
            return None;
        }
        let offset = asked.offset(position);
        let of_title = |fixes: Vec<ide::BenchFix>| fixes.into_iter().find(|fix| fix.title == title);
        let fix = of_title(ide::bench_fixes(asked.analysis, offset).ok()?);
        let fix = match fix {
            Some(fix) => fix,
            None => of_title(ide::conflict_fixes(asked.document, asked.analysis, offset).ok()?)?,
        };
        let edit = ide::Edit { range: fix.range, text: fix.text };
        Some(asked.to_proto().workspace_edit([edit].into_iter().chain(fix.also)))
    });
    let Some(edit) = edit.await?.flatten() else {
        return not_applied("the text was edited meanwhile");
    };
    let applied = session.client.apply_edit(edit).await?;
    let reason = applied.failure_reason.unwrap_or_else(|| "the editor refused the edit".to_owned());
    if applied.applied { Ok(json!({ "applied": true, "reason": null })) } else { not_applied(&reason) }
}

/// What a served page may ask: by name, as an editor would.
pub(super) async fn ask(session: &Arc<Session>, method: &str, params: Value) -> Result<Value> {
    fn read<T: serde::de::DeserializeOwned>(params: Value) -> Result<T> {
        serde_json::from_value(params).map_err(|error| Error::invalid_params(error.to_string()))
    }
    match method {
        "layoutlens/bench" => bench(session, read(params)?).await,
        "layoutlens/picture" => picture(session, read(params)?).await,
        "layoutlens/complete" => complete(session, read(params)?).await,
        "layoutlens/fix" => fix(session, read(params)?).await,
        "layoutlens/fixes" => fixes(session, read(params)?).await,
        other => Err(Error::invalid_params(format!("a page asks nothing like {other}"))),
    }
}
