//! Methods with which tests make the server fail, work long, and tell what it sees. The binary does not offer
//! them.

use std::{thread::sleep, time::Duration};

use lsp_types::{TextDocumentIdentifier, Uri};
use serde::{Deserialize, Serialize};
use tower_lsp::{LspServiceBuilder, jsonrpc::Result};

use super::backend::Backend;

/// What the world held when a request arrived.
#[derive(Debug, Serialize)]
struct Revision {
    version: i32,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Steps {
    steps: u32,
}

/// Adds `layoutlens/test/{panic,panicInPool,revision,work}`.
pub(super) fn register(service: LspServiceBuilder<Backend>) -> LspServiceBuilder<Backend> {
    service
        .custom_method("layoutlens/test/panic", Backend::panic)
        .custom_method("layoutlens/test/panicInPool", Backend::panic_in_pool)
        .custom_method("layoutlens/test/panicInEdit", Backend::panic_in_edit)
        .custom_method("layoutlens/test/revision", Backend::revision)
        .custom_method("layoutlens/test/work", Backend::work)
}

impl Backend {
    #[expect(clippy::panic, reason = "this is what it is for")]
    async fn panic(&self) -> Result<()> {
        panic!("a handler's bug")
    }

    #[expect(clippy::panic, reason = "this is what it is for")]
    async fn panic_in_pool(&self) -> Result<()> {
        self.session.read(|_| panic!("an analysis' bug")).await
    }

    #[expect(clippy::panic, reason = "this is what it is for")]
    async fn panic_in_edit(&self, uri: Uri) {
        self.session.edit(|world| {
            world.documents.remove(uri.as_str());
            panic!("an edit's bug")
        });
    }

    /// The snapshot of this request, read in the pool like every other.
    async fn revision(&self, document: TextDocumentIdentifier) -> Result<Option<Revision>> {
        let revision = self.session.read(move |snapshot| {
            let document = snapshot.document(document.uri.as_str());
            Ok(document
                .map(|document| Revision { version: document.version(), text: document.rope().to_string() }))
        });
        revision.await
    }

    /// Works for so many steps of a millisecond, or until cancelled.
    async fn work(&self, params: Steps) -> Result<u32> {
        let work = self.session.read(move |snapshot| {
            for _ in 0..params.steps {
                snapshot.check()?;
                sleep(Duration::from_millis(1));
            }
            Ok(params.steps)
        });
        work.await
    }
}
