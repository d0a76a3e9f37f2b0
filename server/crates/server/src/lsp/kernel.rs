//! The kernel of a `run` statement, in a document of its own.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    sync::Arc,
};

use layoutlens_ide as ide;
use layoutlens_run::{DeviceChoice, check};
use lsp_types::{LspAny, MessageType, ShowDocumentParams, Uri};
use serde_json::json;
use tower_lsp::jsonrpc::Result;

use super::{cache_folder, command::RunRequest, session::Session};
use crate::run_request::run_request;

/// Shows the generated CUDA, as for an H200, in a document that cannot be edited; answers with it and a name for it too, for
/// a client with a panel, which shows it itself, and one that shows no documents.
pub(super) async fn show(session: &Arc<Session>, request: RunRequest) -> Result<Option<LspAny>> {
    let printed = session.read(move |_| Ok(source(&request.statement))).await?;
    let source = match printed {
        Ok(source) => source,
        Err(reason) => {
            session.client.show_message(MessageType::Error, format!("layoutlens: {reason}")).await;
            return Ok(Some(json!({ "error": { "message": reason } })));
        }
    };
    let name = name(&source);
    if session.support().show_document
        && !session.configuration().panel
        && let Some(uri) = write(session, &name, &source).and_then(|path| Uri::from_file_path(path).ok())
    {
        let params =
            ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        // A client that declines has the answer.
        let _ = session.client.show_document(params).await;
    }
    Ok(Some(json!({ "name": name, "source": source })))
}

/// The kernel of a statement.
///
/// # Errors
/// Why it has none.
fn source(statement: &str) -> std::result::Result<String, String> {
    let run = ide::run_job(statement).map_err(|diagnostics| {
        let first = diagnostics.into_iter().next();
        first.map_or_else(|| "this statement is not run".to_owned(), |first| first.message)
    })?;
    let plan = run_request(&run, DeviceChoice::Auto).and_then(|request| check(&request));
    Ok(plan.map_err(|error| error.message)?.kernel().source)
}

/// One name for one text.
fn name(source: &str) -> String {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    format!("kernel-{:016x}.cu", hasher.finish())
}

fn write(session: &Session, name: &str, source: &str) -> Option<PathBuf> {
    let folder = session.cache_folder.as_ref()?.join("kernels");
    let path = cache_folder::write(&folder, name, source).ok()?;
    let mut permissions = fs::metadata(&path).ok()?.permissions();
    permissions.set_readonly(true);
    // What an editor may change after all is a copy that nothing reads.
    let _ = fs::set_permissions(&path, permissions);
    Some(path)
}
