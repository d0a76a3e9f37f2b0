//! The end of a worker's standard error, for the message about its end.

use std::{
    collections::VecDeque,
    io::Read,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// Bytes that are kept.
const KEPT: usize = 2048;

/// How long the rest may take to come, once the process has ended.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// What a worker said last.
#[derive(Debug)]
pub(crate) struct LastWords {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    ended: mpsc::Receiver<()>,
}

impl LastWords {
    /// Reads the stream on a thread of its own, and calls `on_words` whenever something came.
    pub(crate) fn of(mut stderr: impl Read + Send + 'static, on_words: impl Fn() + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(VecDeque::new()));
        let (end, ended) = mpsc::channel();
        let kept = Arc::clone(&bytes);
        thread::spawn(move || {
            let mut buffer = [0; 512];
            while let Ok(read @ 1..) = stderr.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(buffer.get(..read).unwrap_or_default());
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
                drop(kept);
                on_words();
            }
            // Nobody may be waiting any more.
            let _ = end.send(());
        });
        LastWords { bytes, ended }
    }

    /// What is known once the stream ended; a grandchild that holds it open is not waited for.
    pub(crate) fn text(&self) -> String {
        let _ = self.ended.recv_timeout(TIME_TO_END);
        self.so_far()
    }

    /// What is known now.
    pub(crate) fn so_far(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }
}
