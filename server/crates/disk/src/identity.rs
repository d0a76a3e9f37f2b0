//! By what a file is known to be the same as before.

use std::{
    fs::Metadata,
    time::{Duration, SystemTime},
};

/// What is written within so much of the last write may have the same times: the grain of file systems, and of clocks
/// that they are told by. FAT has the coarsest.
const GRAIN: Duration = Duration::from_secs(2);

/// Which file or folder it is and which state of it: equal for two looks at a path when nothing was written, replaced or granted
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

    /// The device and the file's number on it, whatever its paths are, where the system tells them.
    pub fn number(&self) -> Option<(u64, u64)> {
        #[cfg(unix)]
        return Some((self.system.0, self.system.1));
        #[cfg(not(unix))]
        None
    }

    /// Whether nothing can be written behind this state, as it was found at `then`, that leaves it as it is. A state that
    /// was made a moment before tells nothing, nor does a clock that was set back: what has it is to be read again.
    pub fn is_settled(&self, then: SystemTime) -> bool {
        let newest = self.modified.into_iter().chain(self.changed()).max();
        newest.is_some_and(|newest| then.duration_since(newest).is_ok_and(|age| age > GRAIN))
    }

    #[cfg(unix)]
    fn changed(&self) -> Option<SystemTime> {
        let (_, _, seconds, nanoseconds) = self.system;
        let since = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanoseconds).ok()?);
        SystemTime::UNIX_EPOCH.checked_add(since)
    }

    #[cfg(not(unix))]
    fn changed(&self) -> Option<SystemTime> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_just_now_is_not_settled() {
        let folder = tempfile::tempdir().expect("a folder");
        let identity = Identity::of(&std::fs::metadata(folder.path()).expect("a folder"));
        assert!(!identity.is_settled(SystemTime::now()));
        assert!(identity.is_settled(SystemTime::now() + 2 * GRAIN));
        assert!(!identity.is_settled(SystemTime::now() - 2 * GRAIN), "a clock that was set back");
    }
}
