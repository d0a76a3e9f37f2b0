//! The bench in a browser, for editors that have no panel: served when somebody asks, by the server that has the documents.

use std::sync::Arc;

use lsp_types::{ShowDocumentParams, TextDocumentIdentifier, Uri};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::{bench, session::Session};
use crate::bench::serve::{Answering, OPENED_LATER, OPENED_NOW, ServeError, Served};

/// What a page begins with.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ViewRequest {
    text_document: Option<TextDocumentIdentifier>,
    position: Option<lsp_types::Position>,
    expression: Option<String>,
    /// How it is shown, as `layoutlens/bench` takes it.
    view: Option<Value>,
}

/// `layoutlens.view`: serves the page and has the editor open it; answers with its address and whether it is open.
pub(super) async fn view(session: &Arc<Session>, request: ViewRequest) -> Result<Option<Value>> {
    let served = served(session).await?;
    let ViewRequest { text_document, position, expression, view } = request;
    let uri = text_document.map(|document| document.uri);
    if uri.is_some() || expression.is_some() {
        let mut subject = json!({ "uri": uri, "position": position, "expression": expression });
        if let Some(fields) = subject.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        let mut event = json!({ "event": "show", "subject": subject });
        if let (Some(view), Some(event)) = (view, event.as_object_mut()) {
            event.insert("view".to_owned(), view);
        }
        served.tell(&event, true);
    }
    let is_opened = !is_over_ssh() && open(session, &served.url(OPENED_NOW).map_err(unserved)?).await;
    // What was opened names its address to the whole machine; what is answered is another.
    let url = served.url(OPENED_LATER).map_err(unserved)?;
    Ok(Some(json!({ "url": url, "opened": is_opened })))
}

/// A browser that is opened there is not before the person.
fn is_over_ssh() -> bool {
    std::env::var_os("SSH_CONNECTION").is_some()
}

async fn open(session: &Session, url: &str) -> bool {
    let Some(uri) = url.parse().ok().filter(|_: &Uri| session.support().show_document) else { return false };
    let params = ShowDocumentParams { uri, external: Some(true), take_focus: Some(true), selection: None };
    session.client.show_document(params).await.unwrap_or(false)
}

fn unserved(error: ServeError) -> Error {
    Error { message: error.to_string().into(), ..Error::internal_error() }
}

async fn served(session: &Arc<Session>) -> Result<Arc<Served>> {
    let viewing = &session.viewing;
    let _starting = viewing.starting.lock().await;
    if let Some(served) = viewing.served.get() {
        return Ok(Arc::clone(served));
    }
    // The session holds what it serves, so that holds no session.
    let session = Arc::downgrade(session);
    let answering: Answering = Arc::new(move |method, params| {
        let session = session.upgrade();
        Box::pin(async move {
            let session = session.ok_or("the server ends")?;
            bench::ask(&session, &method, params).await.map_err(|error| error.message.into_owned())
        })
    });
    let started = Served::start(answering).await.map_err(unserved)?;
    Ok(Arc::clone(viewing.served.get_or_init(|| started)))
}
