//! One look at the files around a document: what is asked is asked once, and all of it is noted.
//!
//! Open documents stand for their files, whatever path leads to them. What is noted can be asked again: as long as the
//! answers are the same, all that was computed from them holds.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use layoutlens_disk::{Identity, Refusal};
use layoutlens_syntax::{Language, program::Program};
use layoutlens_world::{Fingerprint, Header, OpenFiles, Seen, Text};

use super::{
    disk::{Entry, EntryKind, Words},
    folders::Folders,
    kind::Kind,
};

/// Longer texts of open documents are not read with others, as files are not.
const MOST_BYTES: usize = 1 << 20;

/// Bytes of code that one document is read with, itself and files that are looked at in vain counted: half a second a
/// million.
const MOST_CODE_BYTES: usize = 5 << 19;

/// Longer files are not even looked through for the names of what they include.
const MOST_LOOKED_THROUGH: u64 = super::disk::MOST_BYTES;

/// Bytes that are looked through for the names of what they include or import: ten milliseconds a million.
const MOST_WORD_BYTES: usize = 32 << 20;

/// How many paths are looked up for what a document and the files around it include or import.
const MOST_LOOKUPS: usize = 50_000;

/// A look at the files as they are now.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) workspace: Arc<Folders>,
    /// The document's path, as the editor names it.
    pub(super) from: PathBuf,
    open: Overlay,
    asked: RefCell<Asked>,
    /// The code of files and the lengths of their texts: of one state, whoever asks again.
    programs: RefCell<HashMap<PathBuf, Option<Code>>>,
    headers: RefCell<HashMap<PathBuf, Option<Arc<Header>>>>,
    /// Bytes that may still be parsed, and that may be looked through.
    code_left: Cell<usize>,
    words_left: Cell<usize>,
}

/// The code of a file, and the length of its text.
type Code = (Arc<Program>, usize);

/// What was asked, and the answers.
#[derive(Debug, Clone, Default, PartialEq)]
struct Asked {
    folders: Option<Arc<[PathBuf]>>,
    kinds: HashMap<PathBuf, Kind>,
    real_paths: HashMap<PathBuf, PathBuf>,
    contents: HashMap<PathBuf, Option<Fingerprint>>,
    included: HashMap<PathBuf, Option<Arc<Words>>>,
    imported: HashMap<PathBuf, Option<Arc<Words>>>,
    named: HashMap<PathBuf, Option<Arc<Words>>>,
    entries: HashMap<PathBuf, Option<Arc<[Entry]>>>,
    python_files: HashMap<(PathBuf, usize), Arc<[PathBuf]>>,
    build_folders: HashMap<PathBuf, Arc<[PathBuf]>>,
    /// Open documents that were a part of answers.
    open: HashSet<PathBuf>,
}

/// Open documents, by the files that they stand for.
#[derive(Debug, Default)]
struct Overlay {
    by_file: HashMap<FileKey, Overlaid>,
    /// Those whose files are not there, by the paths that they would have.
    unsaved: Vec<(PathBuf, Overlaid)>,
}

#[derive(Debug, Clone)]
struct Overlaid {
    /// As the editor names it.
    path: PathBuf,
    /// None when nobody knows it any longer.
    text: Option<Arc<Text>>,
}

/// Which file it is, whatever its paths are.
#[derive(Debug, PartialEq, Eq, Hash)]
enum FileKey {
    Number(u64, u64),
    /// Where the system tells no numbers.
    Path(PathBuf),
}

impl FileKey {
    fn of(path: &Path, identity: &Identity) -> Option<Self> {
        match identity.number() {
            Some((device, number)) => Some(Self::Number(device, number)),
            None => path.canonicalize().ok().map(Self::Path),
        }
    }
}

/// What is to be read at a path.
#[derive(Debug)]
enum At {
    /// A document that stands for its file; its text, where that is known.
    Document(Option<Arc<Text>>),
    /// A file in this state.
    File(Identity),
    /// Nothing.
    Nothing,
    /// Something that is not read, or that the system does not let be looked at.
    Refused,
}

impl At {
    /// How long it is, in bytes.
    fn length(&self) -> Option<u64> {
        match self {
            Self::Document(text) => text.as_ref().map(|text| text.rope().len_bytes() as u64),
            Self::File(identity) => Some(identity.length()),
            Self::Nothing | Self::Refused => None,
        }
    }
}

impl Overlay {
    fn new(open: &OpenFiles) -> Self {
        let mut overlay = Self::default();
        for file in &open.files {
            let overlaid = Overlaid { path: file.path.clone(), text: file.text.clone() };
            let identity = layoutlens_disk::identity(&file.path).ok();
            match identity.and_then(|identity| FileKey::of(&file.path, &identity)) {
                Some(key) => drop(overlay.by_file.insert(key, overlaid)),
                None => overlay.unsaved.push((real_path(&file.path), overlaid)),
            }
        }
        overlay
    }

    fn of_file(&self, path: &Path, identity: &Identity) -> Option<&Overlaid> {
        if self.by_file.is_empty() {
            return None;
        }
        self.by_file.get(&FileKey::of(path, identity)?)
    }

    fn unsaved_at(&self, path: &Path) -> Option<&Overlaid> {
        if self.unsaved.is_empty() {
            return None;
        }
        let path = real_path(path);
        self.unsaved.iter().find(|(unsaved, _)| *unsaved == path).map(|(_, overlaid)| overlaid)
    }
}

/// The path without links; where nothing is there, that of the folder around it.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => {
            folder.canonicalize().map_or_else(|_| path.to_owned(), |folder| folder.join(name))
        }
        _ => path.to_owned(),
    })
}

fn is_short(text: &Arc<Text>) -> bool {
    text.rope().len_bytes() <= MOST_BYTES
}

/// The code of an open document as a file of a language.
fn program_of(text: &Text, language: Language) -> Arc<Program> {
    if text.language() == language {
        return text.program();
    }
    let (_, tree) = layoutlens_syntax::parse(language, text.as_str(), None);
    Arc::new(layoutlens_syntax::read_program(language, text.as_str(), &tree))
}

/// The answer that is known, or that `look` finds now.
fn once<K: std::hash::Hash + Eq + Clone, V: Clone>(
    asked: &RefCell<Asked>,
    answers: impl Fn(&mut Asked) -> &mut HashMap<K, V>,
    key: &K,
    look: impl FnOnce() -> V,
) -> V {
    if let Some(known) = answers(&mut asked.borrow_mut()).get(key) {
        return known.clone();
    }
    let answer = look();
    answers(&mut asked.borrow_mut()).insert(key.clone(), answer.clone());
    answer
}

impl Look {
    pub(super) fn new(workspace: Arc<Folders>, from: &Path, open: &OpenFiles) -> Self {
        let (asked, programs, headers) = (RefCell::default(), RefCell::default(), RefCell::default());
        let (code_left, words_left) = (Cell::new(MOST_CODE_BYTES), Cell::new(MOST_WORD_BYTES));
        let open = Overlay::new(open);
        Self { workspace, from: from.to_owned(), open, asked, programs, headers, code_left, words_left }
    }

    /// The folders that the user has open.
    pub(super) fn folders(&self) -> Arc<[PathBuf]> {
        Arc::clone(self.asked.borrow_mut().folders.get_or_insert_with(|| self.workspace.open_folders()))
    }

    /// Whether a file of so many bytes is still read with the document. Counts it; says so where it is not.
    fn has_room(&self, left: &Cell<usize>, path: &Path, bytes: u64) -> bool {
        let room = usize::try_from(bytes).ok().and_then(|bytes| left.get().checked_sub(bytes));
        match room {
            Some(room) => left.set(room),
            None => {
                // What comes behind is left out too, be it short: the order of includes decides, not their lengths.
                left.set(0);
                let why = "not read with files that include or import it: they have too many bytes together";
                self.workspace.remarks.add(path, why);
            }
        }
        room.is_some()
    }

    /// Notes that a file, and those behind it, are not read with a document.
    pub(super) fn left_out(&self, path: &Path) {
        let why = "not read with all that include or import it: they include or import too many files";
        self.workspace.remarks.add(path, why);
    }

    /// What is to be read at a path, by one look at it.
    fn what_is_at(&self, path: &Path) -> At {
        let overlaid = match self.workspace.disk.identity(path) {
            Ok(identity) => match self.open.of_file(path, &identity) {
                Some(overlaid) => overlaid,
                None => return At::File(identity),
            },
            Err(refusal) => match self.open.unsaved_at(path) {
                Some(overlaid) => overlaid,
                None if refusal.is_absence() => return At::Nothing,
                None => {
                    self.workspace.remarks.refused(path, &refusal);
                    return At::Refused;
                }
            },
        };
        self.note(overlaid);
        At::Document(overlaid.text.clone())
    }

    /// What is at a path.
    pub(super) fn kind(&self, path: &Path) -> Kind {
        if self.asked.borrow().kinds.len() >= MOST_LOOKUPS && !self.asked.borrow().kinds.contains_key(path) {
            let why = format!("includes or imports more than are looked up: {MOST_LOOKUPS} paths");
            self.workspace.remarks.add(&self.from, &why);
            return Kind::Nothing;
        }
        once(
            &self.asked,
            |asked| &mut asked.kinds,
            &path.to_owned(),
            || {
                self.workspace.disk.kind(path, || match fs::metadata(path) {
                    Ok(metadata) if metadata.is_file() => Kind::File,
                    Ok(metadata) if metadata.is_dir() => Kind::Folder,
                    Ok(metadata) => {
                        self.workspace.remarks.refused(path, &Refusal::of_kind(metadata.file_type()));
                        Kind::Other
                    }
                    Err(error) => match self.open.unsaved_at(path) {
                        Some(overlaid) => {
                            self.note(overlaid);
                            Kind::File
                        }
                        None => {
                            self.workspace.remarks.refused(path, &error.into());
                            Kind::Nothing
                        }
                    },
                })
            },
        )
    }

    pub(super) fn is_file(&self, path: &Path) -> bool {
        // One look at a folder that is not there spares a look at each file that would be in it. What is open and not
        // saved may be in one.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let may_be = !self.open.unsaved.is_empty() || folder.is_none_or(|folder| self.is_folder(folder));
        may_be && self.kind(path) == Kind::File
    }

    pub(super) fn is_folder(&self, path: &Path) -> bool {
        self.kind(path) == Kind::Folder
    }

    /// The one path of a file.
    pub(super) fn real(&self, path: &Path) -> PathBuf {
        once(&self.asked, |asked| &mut asked.real_paths, &path.to_owned(), || self.find_real(path))
    }

    /// Links among the folders around a file are followed once for all files in its folder.
    fn find_real(&self, path: &Path) -> PathBuf {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (Some(folder), Some(name)) = (folder, path.file_name()) else { return real_path(path) };
        let file = self.real_folder(folder).join(name);
        match fs::symlink_metadata(&file) {
            Ok(metadata) if !metadata.is_symlink() => file,
            _ => real_path(path),
        }
    }

    fn real_folder(&self, folder: &Path) -> PathBuf {
        once(&self.asked, |asked| &mut asked.real_paths, &folder.to_owned(), || real_path(folder))
    }

    /// The code of a file, and the length of its text.
    pub(super) fn program(&self, path: &Path) -> Option<Code> {
        let known = self.programs.borrow().get(path).cloned();
        known.unwrap_or_else(|| {
            let program = self.read_program(path);
            self.programs.borrow_mut().insert(path.to_owned(), program.clone());
            program
        })
    }

    fn read_program(&self, path: &Path) -> Option<Code> {
        let language = Language::from_path(path)?;
        let at = self.what_is_at(path);
        let note = |fingerprint| {
            self.asked.borrow_mut().contents.insert(path.to_owned(), fingerprint);
        };
        let length = at.length().filter(|length| *length <= MOST_BYTES as u64);
        if length.is_none_or(|length| !self.has_room(&self.code_left, path, length)) {
            if let Some(length) = at.length().filter(|_| length.is_none()) {
                let why = format!(
                    "{length} bytes, where at most {MOST_BYTES} of an included or imported file are read"
                );
                self.workspace.remarks.add(path, &why);
            }
            // Also what is too long now, or is left out, may be read when it is another one.
            note(self.fingerprint(path, &at));
            return None;
        }
        let read = match at {
            At::Document(text) => text.map(|text| (text.fingerprint(), program_of(&text, language))),
            At::File(identity) => {
                let found = self.told(path, self.workspace.disk.program(path, &identity, language));
                found.map(|(content, program)| (content.fingerprint, program))
            }
            At::Nothing | At::Refused => None,
        };
        // Noted is what was read: a file that somebody was writing to gave nothing, and gives something when asked again.
        note(read.as_ref().map(|(fingerprint, _)| *fingerprint));
        read.map(|(fingerprint, program)| (program, usize::try_from(fingerprint.0).unwrap_or(usize::MAX)))
    }

    /// What a C++ file is for plain kernels that include it.
    pub(super) fn header(&self, path: &Path) -> Option<Arc<Header>> {
        let known = self.headers.borrow().get(path).cloned();
        known.unwrap_or_else(|| {
            let header = self.read_header(path);
            self.headers.borrow_mut().insert(path.to_owned(), header.clone());
            header
        })
    }

    fn read_header(&self, path: &Path) -> Option<Arc<Header>> {
        let at = self.what_is_at(path);
        let note = |fingerprint| {
            self.asked.borrow_mut().contents.insert(path.to_owned(), fingerprint);
        };
        if at.length().is_none_or(|length| length > MOST_BYTES as u64) {
            // What is too long now may be read when it is another one.
            note(self.fingerprint(path, &at));
            return None;
        }
        let read = match at {
            At::Document(text) => text.map(|text| (text.fingerprint(), text.header())),
            At::File(identity) => {
                let found = self.told(path, self.workspace.disk.header(path, &identity));
                found.map(|(content, header)| (content.fingerprint, header))
            }
            At::Nothing | At::Refused => None,
        };
        note(read.as_ref().map(|(fingerprint, _)| *fingerprint));
        read.map(|(_, header)| header)
    }

    /// What was read of a file; where it was not, why is noted.
    fn told<T>(&self, path: &Path, read: Result<T, Refusal>) -> Option<T> {
        read.inspect_err(|refusal| self.workspace.remarks.refused(path, refusal)).ok()
    }

    /// By what the text of a file is known to be the same.
    fn content(&self, path: &Path) -> Option<Fingerprint> {
        let look = || self.fingerprint(path, &self.what_is_at(path));
        once(&self.asked, |asked| &mut asked.contents, &path.to_owned(), look)
    }

    fn fingerprint(&self, path: &Path, at: &At) -> Option<Fingerprint> {
        match at {
            At::Document(text) => text.as_ref().filter(|text| is_short(text)).map(|text| text.fingerprint()),
            At::File(identity) => self
                .told(path, self.workspace.disk.content(path, identity))
                .map(|content| content.fingerprint),
            At::Nothing | At::Refused => None,
        }
    }

    /// The last parts of the paths that a C++ file includes. `None` where they are not known, for what is there is not
    /// read; that a file is left out for want of room is not noted: those before it decide on that.
    pub(super) fn included(&self, path: &Path, read: impl Fn(&str) -> Words) -> Option<Arc<Words>> {
        self.words(
            path,
            |asked| &mut asked.included,
            &read,
            |identity| self.workspace.disk.included(path, identity, &read),
        )
    }

    /// The words of a Python file's imports, as [`included`](Self::included).
    pub(super) fn imported(&self, path: &Path, read: impl Fn(&str) -> Words) -> Option<Arc<Words>> {
        self.words(
            path,
            |asked| &mut asked.imported,
            &read,
            |identity| self.workspace.disk.imported(path, identity, &read),
        )
    }

    /// What a C++ file names, as [`included`](Self::included).
    pub(super) fn named(&self, path: &Path, read: impl Fn(&str) -> Words) -> Option<Arc<Words>> {
        self.words(
            path,
            |asked| &mut asked.named,
            &read,
            |identity| self.workspace.disk.named(path, identity, &read),
        )
    }

    fn words(
        &self,
        path: &Path,
        answers: impl Fn(&mut Asked) -> &mut HashMap<PathBuf, Option<Arc<Words>>>,
        read: impl Fn(&str) -> Words,
        read_file: impl Fn(&Identity) -> Result<Arc<Words>, Refusal>,
    ) -> Option<Arc<Words>> {
        if let Some(known) = answers(&mut self.asked.borrow_mut()).get(path) {
            return known.clone();
        }
        let at = self.what_is_at(path);
        let length = at.length();
        let is_looked_through = length.is_none_or(|length| length <= MOST_LOOKED_THROUGH);
        if let Some(length) = length.filter(|_| is_looked_through)
            && !self.has_room(&self.words_left, path, length)
        {
            return None;
        }
        let words = match at {
            _ if !is_looked_through => {
                let why = format!(
                    "more than {MOST_LOOKED_THROUGH} bytes: what it includes or imports is not known"
                );
                self.workspace.remarks.add(path, &why);
                None
            }
            At::Document(text) => text.map(|text| Arc::new(read(text.as_str()))),
            At::File(identity) => self.told(path, read_file(&identity)),
            // What is gone includes nothing.
            At::Nothing => Some(Arc::default()),
            At::Refused => None,
        };
        answers(&mut self.asked.borrow_mut()).insert(path.to_owned(), words.clone());
        words
    }

    /// Whether no file was left out for want of room when names were asked for.
    pub(super) fn has_words_left(&self) -> bool {
        self.words_left.get() > 0
    }

    /// What is in a folder, by name.
    pub(super) fn entries(&self, folder: &Path) -> Option<Arc<[Entry]>> {
        once(
            &self.asked,
            |asked| &mut asked.entries,
            &folder.to_owned(),
            || {
                let entries = self.workspace.disk.entries(folder)?;
                let unsaved = self.unsaved_below(folder);
                let direct = unsaved.iter().filter(|path| path.parent() == Some(folder));
                let names = direct.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
                let more: Vec<Entry> = names
                    .map(|name| Entry { name, kind: EntryKind::File })
                    .filter(|more| entries.iter().all(|entry| entry.name != more.name))
                    .collect();
                if more.is_empty() {
                    return Some(entries);
                }
                let mut all: Vec<Entry> = entries.iter().cloned().chain(more).collect();
                all.sort();
                Some(all.into())
            },
        )
    }

    /// The Python files below a folder, at most so deep.
    pub(super) fn python_files(&self, folder: &Path, depth: usize) -> Arc<[PathBuf]> {
        let key = (folder.to_owned(), depth);
        once(
            &self.asked,
            |asked| &mut asked.python_files,
            &key,
            || {
                let files = self.workspace.listing.files(folder, depth);
                let unsaved = self.unsaved_below(folder).into_iter().filter(|path| {
                    let below =
                        path.strip_prefix(folder).map_or(usize::MAX, |below| below.components().count());
                    below <= depth && path.extension().is_some_and(|extension| extension == "py")
                });
                let more: Vec<PathBuf> = unsaved.filter(|path| !files.contains(path)).collect();
                match more.is_empty() {
                    true => files,
                    false => files.iter().cloned().chain(more).collect(),
                }
            },
        )
    }

    /// The include folders that the build of an open folder names.
    pub(super) fn build_folders(&self, folder: &Path) -> Arc<[PathBuf]> {
        once(
            &self.asked,
            |asked| &mut asked.build_folders,
            &folder.to_owned(),
            || self.workspace.builds.include_folders(folder),
        )
    }

    /// Open documents below a folder whose files are not there.
    fn unsaved_below(&self, folder: &Path) -> Vec<PathBuf> {
        if self.open.unsaved.is_empty() {
            return Vec::new();
        }
        let real = real_path(folder);
        let below = self.open.unsaved.iter().filter_map(|(path, overlaid)| {
            let below = path.strip_prefix(&real).ok()?;
            self.note(overlaid);
            Some(folder.join(below))
        });
        below.collect()
    }

    fn note(&self, overlaid: &Overlaid) {
        self.asked.borrow_mut().open.insert(overlaid.path.clone());
    }

    /// Ends the look.
    pub(super) fn seen(self) -> Found {
        Found { workspace: self.workspace, from: self.from, asked: self.asked.into_inner() }
    }

    /// The document that is to be read at a path, as the editor names it.
    fn document_at(&self, path: &Path) -> Option<PathBuf> {
        let overlaid = match self.workspace.disk.identity(path) {
            Ok(identity) => self.open.of_file(path, &identity),
            Err(_) => self.open.unsaved_at(path),
        };
        overlaid.map(|overlaid| overlaid.path.clone())
    }

    /// Whether all that was asked before has the same answers now.
    fn agrees(&self, before: &Asked) -> bool {
        self.agrees_but_for_texts(before)
            && before.contents.iter().all(|(path, was)| self.content(path) == *was)
    }

    /// The same, whatever the texts of files are.
    fn agrees_but_for_texts(&self, before: &Asked) -> bool {
        before.folders.as_ref().is_none_or(|folders| *folders == self.folders())
            && before.build_folders.iter().all(|(path, was)| self.build_folders(path) == *was)
            && before.kinds.iter().all(|(path, was)| self.kind(path) == *was)
            && before.real_paths.iter().all(|(path, was)| self.real(path) == *was)
            && before.entries.iter().all(|(path, was)| self.entries(path) == *was)
            && before.python_files.iter().all(|((path, depth), was)| self.python_files(path, *depth) == *was)
            && before
                .included
                .iter()
                .all(|(path, was)| self.included(path, super::names_in_text::included) == *was)
            && before.imported.iter().all(|(path, was)| self.imported(path, super::importers::words) == *was)
            && before.named.iter().all(|(path, was)| self.named(path, super::names_in_text::named) == *was)
    }
}

/// What a look found.
#[derive(Debug)]
pub(super) struct Found {
    workspace: Arc<Folders>,
    from: PathBuf,
    asked: Asked,
}

impl Seen for Found {
    fn holds(&self, open: &OpenFiles) -> bool {
        Look::new(Arc::clone(&self.workspace), &self.from, open).agrees(&self.asked)
    }

    fn with_same_code(&self, open: &OpenFiles, path: &Path) -> Option<Arc<dyn Seen>> {
        let look = Look::new(Arc::clone(&self.workspace), &self.from, open);
        if !look.agrees_but_for_texts(&self.asked) {
            return None;
        }
        let mut asked = self.asked.clone();
        for (of, was) in &mut asked.contents {
            let now = look.content(of);
            // What is not read, or was not, is another code.
            let is_same_code = was.is_some()
                && now.is_some()
                && look.document_at(of).is_some_and(|document| document == path);
            if now != *was && !is_same_code {
                return None;
            }
            *was = now;
        }
        Some(Arc::new(Self { workspace: Arc::clone(&self.workspace), from: self.from.clone(), asked }))
    }

    fn depends_on(&self, path: &Path) -> bool {
        self.asked.open.contains(path)
    }
}

#[cfg(test)]
impl Look {
    /// With one folder open.
    pub(super) fn at(folder: &Path) -> Self {
        Self::new(Arc::new(Folders::new(&[folder.to_owned()])), folder, &OpenFiles::default())
    }

    /// Without an open folder.
    pub(super) fn nowhere() -> Self {
        Self::new(Arc::new(Folders::new(&[])), Path::new("/"), &OpenFiles::default())
    }
}
