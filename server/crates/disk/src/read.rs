//! Reading.

use std::{
    fs::{self, File, OpenOptions},
    io::Read,
    path::Path,
    time::SystemTime,
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
    let before = identity(path)?;
    if before.length() > most_bytes {
        return Err(Refusal::TooLong { length: before.length(), most: most_bytes });
    }
    if let Some(refusal) = REFUSED.of(path, &before, most_bytes) {
        return Err(refusal);
    }
    let began = SystemTime::now();
    for _ in 0..MOST_ATTEMPTS {
        match attempt(path, most_bytes)? {
            Attempt::Read(contents) => return Ok(contents),
            // A file that was written to meanwhile may be at rest by now, in the very state that was seen last.
            Attempt::Changing => {}
            Attempt::Refused { opened, refusal } => {
                // Of what was opened: the path may have meant something else before, and may again. What was written to
                // a moment ago may have another state that looks the same.
                if opened.is_settled(began) {
                    REFUSED.keep(path, opened, most_bytes, refusal.clone());
                }
                return Err(refusal);
            }
        }
    }
    Err(Refusal::Changing)
}

/// The state of the regular file at a path, which is not opened.
///
/// # Errors
/// There is none, or it is no regular file.
pub fn identity(path: &Path) -> Result<Identity, Refusal> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() { Ok(Identity::of(&metadata)) } else { Err(Refusal::of_kind(metadata.file_type())) }
}

/// What came of opening a file.
enum Attempt {
    Read(Contents),
    /// Written to while it was read.
    Changing,
    /// The file that was opened is none to read.
    Refused {
        opened: Identity,
        refusal: Refusal,
    },
}

/// Opens the file at a path and reads it. An error is that of a path that could not be opened: it may be another one at the
/// next attempt, without a change of the file.
fn attempt(path: &Path, most_bytes: u64) -> Result<Attempt, Refusal> {
    let file = open(path)?;
    // What the path meant a moment ago may have been put away: what was opened decides.
    let metadata = file.metadata()?;
    let opened = Identity::of(&metadata);
    let refused = |refusal| Ok(Attempt::Refused { opened, refusal });
    if !metadata.is_file() {
        return refused(Refusal::of_kind(metadata.file_type()));
    }
    let length = opened.length();
    if length > most_bytes {
        return refused(Refusal::TooLong { length, most: most_bytes });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // One byte more than was announced tells that there are more.
    if let Err(error) = (&file).take(length.saturating_add(1)).read_to_end(&mut bytes) {
        return refused(error.into());
    }
    if Identity::of(&file.metadata()?) != opened {
        return Ok(Attempt::Changing);
    }
    if bytes.len() as u64 != length {
        return refused(Refusal::Endless);
    }
    Ok(Attempt::Read(Contents { bytes, identity: opened }))
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
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}
