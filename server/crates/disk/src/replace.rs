//! Files of a workspace, changed where they lie.

use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    path::Path,
};

use crate::{Contents, Refusal, owned::begin, read};

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum NotReplaced {
    /// Somebody wrote it, or put another in its place, since it was read.
    #[error("changed since it was read")]
    Changed,
    /// Nobody may write it.
    #[error("may not be written")]
    ReadOnly,
    /// It has other names, under which it would stay what it is.
    #[error("has several names (hard links), of which only one would change")]
    SeveralNames,
    /// It cannot be read any more.
    #[error("{0}")]
    Refused(Refusal),
    /// The system refused.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// Puts `bytes` in the place of what a file was found to hold: all of them, or the file stays what it is. Its rights stay; a
/// link stays one, and the file that it leads to changes.
///
/// What others write in the instant between the last look and the exchange is lost: no system call compares and exchanges.
///
/// # Errors
/// The file has changed, or cannot be written. Nothing is left behind.
pub fn replace(path: &Path, found: &Contents, bytes: &[u8]) -> Result<(), NotReplaced> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(NotReplaced::ReadOnly);
    }
    if has_several_names(&metadata) {
        return Err(NotReplaced::SeveralNames);
    }
    let (unfinished, mut file) = begin(&path)?;
    let replaced = write(&mut file, &metadata, bytes).and_then(|()| {
        drop(file);
        let now = read(&path, found.identity.length()).map_err(|refusal| match refusal {
            // It has grown.
            Refusal::TooLong { .. } | Refusal::Changing => NotReplaced::Changed,
            other => NotReplaced::Refused(other),
        })?;
        if now != *found {
            return Err(NotReplaced::Changed);
        }
        Ok(fs::rename(&unfinished, &path)?)
    });
    if replaced.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    replaced
}

/// Writes all of it to the disk, with the owner and the rights of what it stands for.
fn write(file: &mut File, like: &Metadata, bytes: &[u8]) -> Result<(), NotReplaced> {
    file.write_all(bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (like.uid(), like.gid()) {
            fchown(&*file, Some(like.uid()), Some(like.gid()))?;
        }
    }
    file.set_permissions(like.permissions())?;
    Ok(file.sync_all()?)
}

#[cfg(unix)]
fn has_several_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_several_names(_: &Metadata) -> bool {
    false
}
