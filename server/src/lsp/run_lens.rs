//! The run lens.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use lsp_types::{LspAny, ProgressToken};
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    commands::RunRequest,
    session::{Session, lock},
};

/// Where a statement runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Device {
    Gpu,
    Emulator,
}

/// What ran, and what runs.
#[derive(Debug, Default)]
pub(super) struct RunResults {
    results: Mutex<HashMap<(String, RunRequest), String>>,
    running: Mutex<HashMap<ProgressToken, Arc<AtomicBool>>>,
}

impl RunResults {
    /// The last result of a command on a statement, in a few words.
    pub(super) fn of(&self, command: &str, request: &RunRequest) -> Option<String> {
        lock(&self.results).get(&(command.to_owned(), request.clone())).cloned()
    }

    pub(super) fn cancel_all(&self) {
        for cancelled in lock(&self.running).values() {
            cancelled.store(true, Ordering::Relaxed);
        }
    }
}

pub(super) fn cancel(session: &Session, token: &ProgressToken) {
    if let Some(cancelled) = lock(&session.run_results.running).get(token) {
        cancelled.store(true, Ordering::Relaxed);
    }
}

pub(super) fn refresh_lenses(session: &Arc<Session>) {
    if session.support().refresh_lenses {
        let session = Arc::clone(session);
        tokio::spawn(async move { session.client.code_lens_refresh().await });
    }
}

pub(super) async fn run(_: &Arc<Session>, _: RunRequest, _: Device) -> Result<Option<LspAny>> {
    Err(Error::internal_error())
}
