//! A file as the terminal reads it: the same text, and so the same positions, as an editor would send.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use layoutlens_disk::{Contents, Refusal};
use layoutlens_eval::host::OfLanguage;
use layoutlens_render::escape::one_line;
use layoutlens_syntax::Language;
use layoutlens_world::{Document, Encoding, MAX_ANALYSED_BYTES, Whereabouts, position};
use ropey::Rope;

use super::terminal;
use crate::sources::Folders;

/// Files above this many bytes are not read: an editor shows nothing in them either.
const MAX_FILE_BYTES: u64 = MAX_ANALYSED_BYTES as u64;

/// How many leading bytes tell text from binary data.
const PROBE_BYTES: usize = 8192;

/// Stands for a byte that is not UTF-8: one byte itself, so that every other byte keeps its offset.
const SUBSTITUTE: char = '\u{1a}';

/// Some editors put it in front of a text; it is no part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a file has no text.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// Not a C++, Python or Rust file.
    #[error("{}: no CUDA C++, Python or Rust file by its name", terminal::path(.0))]
    Language(PathBuf),
    /// There is none that may be read.
    #[error("{}: {refusal}", terminal::path(.path))]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        refusal: Refusal,
    },
    /// Above [`MAX_FILE_BYTES`].
    #[error("{}: {} MiB; files above {} MiB are not read", terminal::path(.path), .bytes >> 20, MAX_FILE_BYTES >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How large.
        bytes: u64,
    },
    /// No notebook, although its name says so.
    #[error("{}: no notebook that is read: {}", terminal::path(.path), one_line(.reason))]
    Notebook {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Holds zero bytes, as programs, pictures and UTF-16 do.
    #[error("{}: not text in UTF-8, it holds zero bytes", terminal::path(.0))]
    Binary(PathBuf),
}

impl ReadError {
    /// Whether the file may hold findings that nobody sees: it is there, and the system or another program keeps it from
    /// being read.
    pub(super) fn hides_findings(&self) -> bool {
        match self {
            Self::Refused { refusal, .. } => match refusal {
                Refusal::System { .. } => !refusal.is_absence(),
                Refusal::Changing => true,
                Refusal::NotAFile(_) | Refusal::TooLong { .. } | Refusal::Endless => false,
            },
            Self::Language(_) | Self::TooLarge { .. } | Self::Notebook { .. } | Self::Binary(_) => false,
        }
    }
}

/// What files are read with.
#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    /// Where includes and imports are looked for.
    sources: Arc<Folders>,
    libraries: OfLanguage,
}

impl Surroundings {
    /// Those of a terminal: what lies below the current folder.
    pub(super) fn here(libraries: OfLanguage) -> Self {
        // Where there is no current folder, none is open: files are looked for around each file.
        let folders: Vec<PathBuf> = std::env::current_dir().into_iter().collect();
        Self { sources: Arc::new(Folders::still(&folders)), libraries }
    }

    /// A text as the file at `path`.
    pub(super) fn document(&self, path: &Path, language: Language, text: &str) -> Document {
        let whereabouts =
            Whereabouts { path: path.to_owned(), workspace: Arc::<Folders>::clone(&self.sources) };
        Document::new(0, language, text, self.libraries).at(whereabouts)
    }

    /// Which files around the documents were not read, and why: values may rest on less than the user thinks.
    pub(super) fn take_remarks(&self) -> Vec<String> {
        self.sources.take_remarks()
    }

    /// Tells these to the user.
    pub(super) fn warn_of_unread(&self) {
        self.take_remarks().iter().for_each(|remark| terminal::warn(remark));
    }
}

/// A file that may be changed: its text, and the bytes that it was read from.
#[derive(Debug)]
pub(super) struct Changeable {
    /// As [`read`] gives it.
    pub document: Document,
    /// What the file holds.
    pub contents: Contents,
    path: PathBuf,
}

impl Changeable {
    /// The bytes of the file with another text, as it was written: with the byte order mark that it had. `None` of a file
    /// that is not UTF-8: not all of it is in the text.
    pub(super) fn bytes_of(&self, text: &str) -> Option<Vec<u8>> {
        let old = std::str::from_utf8(&self.contents.bytes).ok()?;
        let mark = if old.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.encode_utf8(&mut [0; 3]).to_owned()
        } else {
            String::new()
        };
        Some((mark + text).into_bytes())
    }

    /// The same file with another text.
    pub(super) fn with_text(&self, text: &str, surroundings: &Surroundings) -> Document {
        surroundings.document(&self.path, self.document.language(), text)
    }
}

/// Reads a file at its place. Bytes that are not UTF-8 become one substitute character each; a byte order mark is dropped.
pub(super) fn read(path: &Path, surroundings: &Surroundings) -> Result<Document, ReadError> {
    read_changeable(path, surroundings).map(|file| file.document)
}

/// As [`read`], with what is needed to change the file.
pub(super) fn read_changeable(path: &Path, surroundings: &Surroundings) -> Result<Changeable, ReadError> {
    let Some(language) = Language::from_path(path) else {
        // That nothing is there is the better reason.
        return Err(match std::fs::metadata(path) {
            Ok(_) => ReadError::Language(path.to_owned()),
            Err(error) => ReadError::Refused { path: path.to_owned(), refusal: error.into() },
        });
    };
    let contents = contents(path)?;
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let document = surroundings.document(&path, language, &text(contents.bytes.clone()));
    Ok(Changeable { document, contents, path })
}

/// The text of a file, whatever its name is.
pub(super) fn text_of(path: &Path) -> Result<String, ReadError> {
    Ok(text(contents(path)?.bytes))
}

fn contents(path: &Path) -> Result<Contents, ReadError> {
    let contents = layoutlens_disk::read(path, MAX_FILE_BYTES).map_err(|refusal| match refusal {
        Refusal::TooLong { length, .. } => ReadError::TooLarge { path: path.to_owned(), bytes: length },
        refusal => ReadError::Refused { path: path.to_owned(), refusal },
    })?;
    if contents.bytes.iter().take(PROBE_BYTES).any(|byte| *byte == 0) {
        return Err(ReadError::Binary(path.to_owned()));
    }
    Ok(contents)
}

fn text(bytes: Vec<u8>) -> String {
    let mut text = String::from_utf8(bytes).unwrap_or_else(|error| substitute_invalid(error.as_bytes()));
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    text
}

/// The text with each byte that no valid character owns replaced.
fn substitute_invalid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n(SUBSTITUTE, chunk.invalid().len()));
    }
    text
}

/// A line and a column, both from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// The place of a byte of a text.
pub(super) fn place(rope: &Rope, offset: usize) -> Place {
    let position = position(rope, Encoding::Utf32, offset);
    Place { line: position.line.saturating_add(1), column: position.column.saturating_add(1) }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_keep_the_offsets_of_the_others() {
        assert_eq!(text(b"// \xe9t\xe9 \xc3\xa9\n".to_vec()), "// \u{1a}t\u{1a} \u{e9}\n");
    }

    #[test]
    fn a_file_that_is_there_and_may_not_be_read_hides_findings() {
        let refused = |refusal| ReadError::Refused { path: PathBuf::from("a.cu"), refusal };
        let of_system = |kind| refused(Refusal::from(io::Error::from(kind)));
        assert!(of_system(io::ErrorKind::PermissionDenied).hides_findings());
        assert!(refused(Refusal::Changing).hides_findings());
        assert!(!of_system(io::ErrorKind::NotFound).hides_findings());
        assert!(!refused(Refusal::NotAFile("a pipe")).hides_findings());
        assert!(!ReadError::Binary(PathBuf::from("a.cu")).hides_findings());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(text(b"\xef\xbb\xbf// x".to_vec()), "// x");
    }

    #[test]
    fn columns_count_characters() {
        let rope = Rope::from_str("x\r\n\u{e9}\u{1d538}\ty");
        assert_eq!(place(&rope, 3 + 2 + 4 + 1), Place { line: 2, column: 4 });
    }
}
