//! Files of the user's own, which this program writes.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

/// How often another name is tried for a file that is not finished: those that are taken are left from who had this
/// process's number before.
const MOST_NAMES: usize = 64;

/// Puts `bytes` into the file `name` of a folder that nobody else may enter, whole or not at all: others may be writing
/// the same one. What stands there, be it a link, gives way; nothing is written through it.
///
/// # Errors
/// The folder is another user's, or it or the file cannot be written. Nothing is left behind.
pub fn place(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    make_private(folder)?;
    let path = folder.join(name);
    let (unfinished, mut file) = begin(&path)?;
    let written = file.write_all(bytes);
    drop(file);
    let placed = written.and_then(|()| fs::rename(&unfinished, &path));
    if placed.is_err() {
        // A full disk, most likely; the half of a file is of no use.
        let _ = fs::remove_file(&unfinished);
    }
    placed.map(|()| path)
}

/// A new file beside the one that is meant.
pub(crate) fn begin(path: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let mut options = OpenOptions::new();
    // A link of that name is no new file: it is not followed.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..MOST_NAMES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished =
            path.with_file_name(format!(".{}.{}.{number}", name.to_string_lossy(), process::id()));
        match options.open(&unfinished) {
            Ok(file) => return Ok((unfinished, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Makes the folder where there is none, and takes everybody else's rights in it away.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let metadata = fs::metadata(folder)?;
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            let reason = format!("{} belongs to another user", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        if metadata.mode() & 0o077 != 0 {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// The right to read a file of the user's own and put another in its place while no other process does; it ends with this.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held, not read")] File);

/// How often a turn is asked for that another process has, and the pause between.
const MOST_ASKED: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Waits for this process's turn in a folder that nobody else may enter.
///
/// # Errors
/// The folder is another user's or cannot be written, or another process does not end its turn.
pub fn turn(folder: &Path) -> io::Result<Turn> {
    make_private(folder)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(folder.join(TURN))?;
    for _ in 0..MOST_ASKED {
        match file.try_lock() {
            Ok(()) => return Ok(Turn(file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::TimedOut))
}

/// The file by which processes take turns in a folder. It is left there: who removes it lets two in.
pub const TURN: &str = ".turn";

/// Notes on a file of the user's own that it was used now.
///
/// # Errors
/// It is gone, or another user's.
pub fn touch(path: &Path) -> io::Result<()> {
    OpenOptions::new().append(true).open(path)?.set_modified(SystemTime::now())
}
