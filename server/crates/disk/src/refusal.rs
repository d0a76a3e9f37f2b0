//! Why a file was not read, and the memory of it.

use std::{
    collections::HashMap,
    fs::FileType,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::Identity;

/// The most refusals that are remembered; beyond it all are forgotten, and asked for again.
const MOST_REMEMBERED: usize = 4096;

/// Why a file was not read. Says what the file is; who asks says which one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The system refused: there is none, or no right to read it.
    #[error("{reason}")]
    System {
        /// What kind of refusal.
        kind: io::ErrorKind,
        /// The system's words, without its number.
        reason: String,
    },
    /// A folder, a device, a pipe or a socket.
    #[error("not a regular file but {0}")]
    NotAFile(&'static str),
    /// Longer than is read of such a file.
    #[error("{length} bytes, where at most {most} are read")]
    TooLong {
        /// Bytes that the file has.
        length: u64,
        /// Bytes that may be read.
        most: u64,
    },
    /// Written to while it was read, again and again.
    #[error("written to while it was read")]
    Changing,
    /// A file that the system makes up while it is read, as below `/proc`.
    #[error("a file of the system, whose length is not known")]
    Endless,
}

impl Refusal {
    /// Whether nothing is there.
    pub fn is_absence(&self) -> bool {
        use io::ErrorKind::{NotADirectory, NotFound};
        matches!(self, Self::System { kind: NotFound | NotADirectory, .. })
    }

    /// Of what is at a path and no regular file.
    pub fn of_kind(kind: FileType) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if kind.is_fifo() {
                return Self::NotAFile("a pipe");
            } else if kind.is_socket() {
                return Self::NotAFile("a socket");
            } else if kind.is_char_device() || kind.is_block_device() {
                return Self::NotAFile("a device");
            }
        }
        Self::NotAFile(if kind.is_dir() { "a folder" } else { "something else" })
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or(&text).to_owned();
        Self::System { kind: error.kind(), reason }
    }
}

/// What was refused after it was opened, by path; a file that has become another is tried again.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    refused: Mutex<Option<Refused>>,
}

type Refused = HashMap<PathBuf, (Identity, u64, Refusal)>;

impl Memory {
    pub(crate) const fn new() -> Self {
        Self { refused: Mutex::new(None) }
    }

    /// Why this state of the file was refused before, by a caller with this limit.
    pub(crate) fn of(&self, path: &Path, identity: &Identity, most_bytes: u64) -> Option<Refusal> {
        let refused = self.lock();
        let (then, most, refusal) = refused.as_ref()?.get(path)?;
        (then == identity && *most == most_bytes).then(|| refusal.clone())
    }

    pub(crate) fn keep(&self, path: &Path, identity: Identity, most_bytes: u64, refusal: Refusal) {
        let mut refused = self.lock();
        let refused = refused.get_or_insert_default();
        if refused.len() >= MOST_REMEMBERED {
            refused.clear();
        }
        refused.insert(path.to_owned(), (identity, most_bytes, refusal));
    }

    /// Ignores poison: an entry is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, Option<Refused>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
