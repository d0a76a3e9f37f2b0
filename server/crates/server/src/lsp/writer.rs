//! A writer that never pushes back.

use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};

use serde::Serialize;

/// A client that leaves this much unread is not reading any more; the rest is dropped.
const MAX_UNSENT_BYTES: usize = 1 << 30;

/// How long the end waits for the last answers to leave.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Hands messages to a thread that owns the output: a client that does not read can never stop the server
/// from reading. Clones write to the same output; a message is written whole.
#[derive(Debug, Clone)]
pub(super) struct DetachedWriter {
    messages: mpsc::Sender<Vec<u8>>,
    unsent: Arc<AtomicUsize>,
}

/// Becomes ready when the output has been written to its end or has failed.
#[derive(Debug)]
pub(super) struct Written(mpsc::Receiver<()>);

impl DetachedWriter {
    pub(super) fn spawn(mut output: impl Write + Send + 'static) -> (Self, Written) {
        let (messages, queue) = mpsc::channel::<Vec<u8>>();
        let (done, written) = mpsc::channel();
        let unsent = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&unsent);
        std::thread::spawn(move || {
            let _done = done;
            while let Ok(message) = queue.recv() {
                if output.write_all(&message).and_then(|()| output.flush()).is_err() {
                    return;
                }
                counter.fetch_sub(message.len(), Ordering::Relaxed);
            }
        });
        (Self { messages, unsent }, Written(written))
    }

    /// Queues one message with its header. Never blocks; without a reader the message is lost.
    pub(super) fn send(&self, message: &impl Serialize) {
        let Ok(body) = serde_json::to_vec(message) else { return };
        let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        bytes.extend(body);
        let length = bytes.len();
        if self.unsent.fetch_add(length, Ordering::Relaxed) > MAX_UNSENT_BYTES
            || self.messages.send(bytes).is_err()
        {
            self.unsent.fetch_sub(length, Ordering::Relaxed);
        }
    }
}

impl Written {
    /// Waits until everything is written (all writers must be gone), but not for a client that does not read.
    pub(super) fn wait(self) {
        let _ = self.0.recv_timeout(LAST_WORDS);
    }
}
