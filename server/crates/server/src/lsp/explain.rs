//! A compiler's message that was pasted into an editor.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use layoutlens_ide as ide;
use layoutlens_syntax::Language;
use layoutlens_world::{Document, MAX_ANALYSED_BYTES, Snapshot};
use lsp_types::{LspAny, Uri};
use serde::Deserialize;
use serde_json::json;
use tower_lsp::jsonrpc::Result;

use super::{from_proto, session::Session, to_proto::ToProto};
use crate::compiler_message::{self, Explained, Found};

/// The message, and a document beside which relative paths are looked for.
#[derive(Debug, Deserialize)]
pub(super) struct ExplainRequest {
    message: String,
    #[serde(default)]
    uri: Option<Uri>,
}

/// Answers with what is wrong in the lines that the message names, and with all of it as a text.
pub(super) async fn explain(session: &Arc<Session>, request: ExplainRequest) -> Result<Option<LspAny>> {
    let at_hand = Arc::clone(session);
    let answer = session.read(move |snapshot| {
        let folders = folders(&at_hand, request.uri.as_ref());
        let read = |file: &Path| read(&at_hand, snapshot, &folders, file);
        Ok(answer(&at_hand, compiler_message::explain(&request.message, read)))
    });
    answer.await.map(Some)
}

/// Where a relative path of a message may begin: in the folder of the document and those around it that are open, in the open
/// folders.
fn folders(session: &Session, uri: Option<&Uri>) -> Vec<PathBuf> {
    let open = session.folders().open_folders();
    let document = uri.and_then(from_proto::file_path);
    let around = document.iter().flat_map(|path| path.ancestors().skip(1));
    let is_open = |folder: &&Path| open.iter().any(|open| folder.starts_with(open));
    let beside = document.as_deref().and_then(Path::parent);
    let all = beside.into_iter().chain(around.filter(is_open)).chain(open.iter().map(PathBuf::as_path));
    all.map(Path::to_owned).collect()
}

/// The file as an editor has it open, else as it is on disk.
fn read(
    session: &Session,
    snapshot: &Snapshot,
    folders: &[PathBuf],
    file: &Path,
) -> std::result::Result<Document, String> {
    // An absolute path needs no folder: none is open where a single file is.
    let absolute = file.is_absolute().then_some(file);
    let candidates =
        || absolute.map(Path::to_owned).into_iter().chain(folders.iter().map(|folder| folder.join(file)));
    let open = |path: &Path| {
        snapshot.world.documents.values().find(|document| document.path() == Some(path)).cloned()
    };
    if let Some(document) = candidates().find_map(|path| open(&path)) {
        return Ok(document);
    }
    let path = candidates().find(|path| path.is_file());
    let (Some(path), Some(language)) = (path, Language::from_path(file)) else {
        return Err(format!("{}: there is no such file here", file.display()));
    };
    let limit = u64::try_from(MAX_ANALYSED_BYTES).unwrap_or(u64::MAX);
    let contents = layoutlens_disk::read(&path, limit);
    let contents = contents.map_err(|refusal| format!("{}: {refusal}", file.display()))?;
    let text = String::from_utf8_lossy(&contents.bytes).into_owned();
    let path = path.canonicalize().unwrap_or(path);
    Ok(Document::new(0, language, &text, session.libraries).at(session.place(path)))
}

fn answer(session: &Session, explained: Explained) -> LspAny {
    let Explained { found, sentences, unread, nothing } = explained;
    let mut texts: Vec<String> = Vec::new();
    let mut findings = Vec::new();
    for Found { file, document, analysis: _, findings: of_file } in &found {
        let uri = document.path().and_then(|path| Uri::from_file_path(path).ok());
        for finding in of_file {
            let line =
                layoutlens_world::position(document.rope(), session.encoding(), finding.range.start).line;
            let place = format!("{}:{}", file.display(), line.saturating_add(1));
            let ways_out: Vec<&str> = finding.fixes.iter().map(|fix| fix.title.as_str()).collect();
            texts.push(text(&place, finding, &ways_out));
            if let Some(uri) = &uri {
                let to_proto = ToProto {
                    uri,
                    document,
                    notebook: None,
                    support: session.support(),
                    documentation: &session.documentation,
                };
                findings.push(json!({
                    "uri": uri,
                    "range": to_proto.range(finding.range.clone()),
                    "code": finding.code,
                    "message": finding.message,
                    "help": ways_out,
                }));
            }
        }
    }
    texts.extend(sentences);
    if let Some(nothing) = nothing {
        texts.extend(unread);
        texts.push(nothing.to_owned());
    }
    json!({ "findings": findings, "text": texts.join("\n") })
}

/// `kernel.cu:7: shape-divisibility: .. (use 4; use 8)`.
fn text(place: &str, finding: &ide::Diagnostic, ways_out: &[&str]) -> String {
    let way_out = if ways_out.is_empty() { String::new() } else { format!(" ({})", ways_out.join("; ")) };
    format!("{place}: {}: {}{way_out}", finding.code, finding.message)
}
