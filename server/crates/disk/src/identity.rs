//! By what a file is known to be the same as before.

use std::{fs::Metadata, time::SystemTime};

/// Which file it is and which state of it: equal for two looks at a path when nothing was written, replaced or granted
/// between them, as far as the system tells.
///
/// A file of the same length that was written within the clock's grain and put in the other's place is another one: it has
/// another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    length: u64,
    modified: Option<SystemTime>,
    /// The device, the file's number on it, and the seconds and nanoseconds when it or its rights last changed.
    #[cfg(unix)]
    system: (u64, u64, i64, i64),
    #[cfg(not(unix))]
    system: Option<SystemTime>,
}

impl Identity {
    /// Of what the system says about a file.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let system = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let system = metadata.created().ok();
        Self { length: metadata.len(), modified: metadata.modified().ok(), system }
    }

    /// How long the file was, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }
}
