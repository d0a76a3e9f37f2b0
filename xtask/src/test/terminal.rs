//! A terminal of its own, to see on its screen what a person sees.

use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

use crate::{error::Error, process};

const COLUMNS: &str = "100";
const ROWS: &str = "32";
/// Longest wait for a text to appear; only a defect reaches it.
const LIMIT: Duration = Duration::from_secs(300);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A tmux server with one window; gone when dropped.
pub(super) struct Terminal {
    socket: String,
}

impl Terminal {
    /// Runs `command`, a shell line, in a new terminal.
    pub(super) fn start(command: &str) -> Result<Self, Error> {
        let terminal = Self { socket: format!("layoutlens-{}", std::process::id()) };
        let size = ["-x", COLUMNS, "-y", ROWS];
        terminal.tmux(&[&["new-session", "-d"], &size[..], &[command]].concat())?;
        Ok(terminal)
    }

    /// Presses keys, in the notation of `tmux send-keys`.
    pub(super) fn press(&self, keys: &[&str]) -> Result<(), Error> {
        self.tmux(&[&["send-keys"], keys].concat()).map(drop)
    }

    /// The screen, once each of `texts` is on it.
    pub(super) fn screen_with(&self, texts: &[&str]) -> Result<String, Error> {
        let end = Instant::now() + LIMIT;
        loop {
            let screen = self.tmux(&["capture-pane", "-p"])?;
            let missing = texts.iter().find(|text| !screen.contains(**text));
            let Some(missing) = missing else { return Ok(screen) };
            if Instant::now() > end {
                return Err(Error::Other(format!("\"{missing}\" did not appear on this screen:\n{screen}")));
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn tmux(&self, arguments: &[&str]) -> Result<String, Error> {
        let mut tmux = Command::new("tmux");
        // Without a UTF-8 locale tmux draws no borders.
        tmux.env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color");
        process::output(tmux.args(["-u", "-L", &self.socket, "-f", "/dev/null"]).args(arguments))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The window may have ended by itself.
        let _ = self.tmux(&["kill-server"]);
    }
}
