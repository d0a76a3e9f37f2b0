//! Reading.

use std::{
    fs::{self, File, OpenOptions},
    io::Read,
    path::Path,
};

use crate::{Identity, Refusal, refusal::Memory};

/// How often a file is read that is written to meanwhile.
const MOST_ATTEMPTS: usize = 3;

/// What was opened in vain. One for the process: a device is a device for everyone.
static REFUSED: Memory = Memory::new();

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// All of its bytes.
    pub bytes: Vec<u8>,
    /// The state of the file that has them.
    pub identity: Identity,
}

/// Reads a regular file whole, when it has no more than `most_bytes`. Links are followed to what they mean.
///
/// Never waits for somebody else: a pipe without a writer, a device without an end are not opened. What is read is one
/// state of the file, not the beginning of one and the end of another.
///
/// ```
/// let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
/// assert!(layoutlens_disk::read(&manifest, 1 << 20).is_ok());
/// assert!(layoutlens_disk::read(&manifest, 10).is_err());
/// ```
///
/// # Errors
/// Why nothing was read. What had to be opened to be refused is not opened again until it is another file.
pub fn read(path: &Path, most_bytes: u64) -> Result<Contents, Refusal> {
    let mut before = identity(path)?;
    if before.length() > most_bytes {
        return Err(Refusal::TooLong { length: before.length(), most: most_bytes });
    }
    if let Some(refusal) = REFUSED.of(path, &before, most_bytes) {
        return Err(refusal);
    }
    let mut answer = Err(Refusal::Changing);
    for _ in 0..MOST_ATTEMPTS {
        answer = attempt(path, most_bytes);
        if answer != Err(Refusal::Changing) {
            break;
        }
        before = identity(path)?;
    }
    if let Err(refusal) = &answer
        && *refusal != Refusal::Changing
    {
        // A file that was written to meanwhile may be at rest by now, in the very state that was seen last.
        REFUSED.keep(path, before, most_bytes, refusal.clone());
    }
    answer
}

/// The state of the regular file at a path, which is not opened.
///
/// # Errors
/// There is none, or it is no regular file.
pub fn identity(path: &Path) -> Result<Identity, Refusal> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() { Ok(Identity::of(&metadata)) } else { Err(Refusal::of_kind(metadata.file_type())) }
}

fn attempt(path: &Path, most_bytes: u64) -> Result<Contents, Refusal> {
    let file = open(path)?;
    // What the path meant a moment ago may have been put away: what was opened decides.
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(Refusal::of_kind(metadata.file_type()));
    }
    let before = Identity::of(&metadata);
    let length = before.length();
    if length > most_bytes {
        return Err(Refusal::TooLong { length, most: most_bytes });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // One byte more than was announced tells that there are more.
    (&file).take(length.saturating_add(1)).read_to_end(&mut bytes)?;
    if Identity::of(&file.metadata()?) != before {
        return Err(Refusal::Changing);
    }
    if bytes.len() as u64 != length {
        return Err(Refusal::Endless);
    }
    Ok(Contents { bytes, identity: before })
}

/// Opens for reading, and does not wait if it is a pipe after all.
fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    options.open(path)
}
