//! The editor's process: when it is gone, nobody is left to serve, even if the stream stays open in somebody else's hands.

use std::{sync::Arc, time::Duration};

use super::session::Session;

/// How often it is looked for.
const ROUND: Duration = Duration::from_secs(1);

/// What this process ends with, as when the stream ends without a word.
const STATUS: i32 = 1;

/// Ends this process when the editor's is gone. One that is not there now is one of another machine or container, and is
/// not looked for.
pub(super) fn watch(session: &Arc<Session>, process: i32) {
    if is_gone(process) {
        return;
    }
    let session = Arc::downgrade(session);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(ROUND).await;
            let Some(session) = session.upgrade() else { return };
            if is_gone(process) {
                session.runs.cancel_all();
                std::process::exit(STATUS);
            }
        }
    });
}

#[cfg(unix)]
fn is_gone(process: i32) -> bool {
    let found = rustix::process::Pid::from_raw(process).filter(|_| process > 0);
    found.is_none_or(|id| rustix::process::test_kill_process(id) == Err(rustix::io::Errno::SRCH))
}

/// Elsewhere the end of the stream is what tells.
#[cfg(not(unix))]
fn is_gone(_: i32) -> bool {
    true
}
