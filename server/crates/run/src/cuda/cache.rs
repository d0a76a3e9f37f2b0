//! Compiled kernels on disk, so that a kernel that was seen before is not compiled again.
//!
//! An entry is found by what it was made from: the source, the compiler and its options. The whole of it stands in the
//! entry beside the code and a checksum, so that neither two texts of one hash nor a file that was cut or changed is
//! ever taken for the kernel. Several processes may read and write at the same time: an entry appears by a rename.
//!
//! Nothing here is an error: without a cache kernels are compiled.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use layoutlens_disk::{Refusal, place, read, touch};

use super::search::Environment;

/// Names the folder of compiled kernels instead of `layoutlens/kernels` in the user's cache folder; `off` for none.
const CACHE_VARIABLE: &str = "LAYOUTLENS_KERNEL_CACHE";

/// Bytes of all entries at most: some thousand copies, or some hundred GEMMs.
const MAX_BYTES: u64 = 64 << 20;

/// Entries at most.
const MAX_ENTRIES: usize = 2048;

/// Bytes of one entry at most; a kernel takes some ten thousand.
const MAX_ENTRY: u64 = 8 << 20;

/// A file that was begun so long ago has no writer any more.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The first bytes of an entry; the number counts the forms that entries have had.
const MAGIC: &[u8; 16] = b"layoutlens kern1";

const SUFFIX: &str = ".kernel";

/// The folder of compiled kernels, where there is one; by default there is none.
#[derive(Debug, Default)]
pub(super) struct Cache {
    folder: Option<PathBuf>,
}

/// What a kernel is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    text: String,
}

impl Key {
    /// `compiler` names the compiler with its version and options.
    pub(super) fn of(source: &str, compiler: &str) -> Self {
        Key { text: format!("{compiler}\n{source}") }
    }

    fn name(&self) -> String {
        let bytes = self.text.as_bytes();
        format!("{:016x}{:016x}{SUFFIX}", hash(0, bytes), hash(1, bytes))
    }
}

impl Cache {
    /// The folder that the environment names, else that of the user.
    pub(super) fn of(environment: &Environment<'_>) -> Self {
        let variable = |name: &str| (environment.variable)(name).filter(|value| !value.is_empty());
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let folder = match variable(CACHE_VARIABLE) {
            Some(named) if named == "off" => None,
            Some(named) => Some(PathBuf::from(named)),
            None => absolute("XDG_CACHE_HOME")
                .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
                .map(|caches| caches.join("layoutlens/kernels")),
        };
        Cache { folder }
    }

    /// The code of this key; an entry that is not whole is removed.
    pub(super) fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.folder.as_ref()?.join(key.name());
        let entry = match read(&path, MAX_ENTRY) {
            Ok(contents) => contents.bytes,
            Err(Refusal::TooLong { .. }) => return self.dropped(&path),
            Err(_) => return None,
        };
        match parsed(&entry) {
            None => self.dropped(&path),
            Some((text, _)) if text != key.text.as_bytes() => None,
            Some((_, code)) => {
                // The oldest go first when there are too many; another process may have removed it meanwhile.
                let _ = touch(&path);
                Some(code)
            }
        }
    }

    /// Keeps code that the driver has taken.
    pub(super) fn put(&self, key: &Key, code: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let entry = entry(key.text.as_bytes(), code);
        if entry.len() as u64 <= MAX_ENTRY && place(folder, &key.name(), &entry).is_ok() {
            bound(folder, MAX_BYTES, MAX_ENTRIES);
        }
    }

    /// Removes the entry of this key: the driver does not take its code.
    pub(super) fn forget(&self, key: &Key) {
        if let Some(folder) = &self.folder {
            // It may be gone already.
            let _ = fs::remove_file(folder.join(key.name()));
        }
    }

    fn dropped(&self, path: &Path) -> Option<Vec<u8>> {
        // It may be gone already.
        let _ = fs::remove_file(path);
        None
    }
}

/// FNV-1a, over `seed` and then `bytes`.
fn hash(seed: u8, bytes: &[u8]) -> u64 {
    let all = std::iter::once(&seed).chain(bytes);
    all.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The magic, the checksum of what follows, the length of the key, the key and the code.
fn entry(key: &[u8], code: &[u8]) -> Vec<u8> {
    let content = [&(key.len() as u64).to_le_bytes(), key, code].concat();
    [MAGIC.as_slice(), &hash(0, &content).to_le_bytes(), &content].concat()
}

/// The key and the code of an entry; `None` when it is none, or not whole.
fn parsed(entry: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let (checksum, content) = entry.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
    if u64::from_le_bytes(*checksum) != hash(0, content) {
        return None;
    }
    let (length, content) = content.split_first_chunk::<8>()?;
    let (key, code) = content.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    Some((key, code.to_vec()))
}

/// Removes the entries that were not used for longest until no more than three quarters of the limits are taken,
/// where they are over a limit, and what writers that died have left.
fn bound(folder: &Path, most_bytes: u64, most_entries: usize) {
    let (mut entries, mut bytes) = (Vec::new(), 0);
    // What cannot be listed is not bounded, and is seen again after the next kernel.
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (Ok(facts), Ok(name)) = (file.metadata(), file.file_name().into_string()) else { continue };
        // Without a time it goes first: nothing is lost but a compilation.
        let used = facts.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        if name.starts_with('.') && name.contains(SUFFIX) {
            if used.elapsed().is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(file.path());
            }
        } else if name.ends_with(SUFFIX) {
            bytes += facts.len();
            entries.push((used, facts.len(), file.path()));
        }
    }
    if bytes <= most_bytes && entries.len() <= most_entries {
        return;
    }
    entries.sort();
    let mut count = entries.len();
    for (_, length, path) in entries {
        if bytes <= most_bytes / 4 * 3 && count <= most_entries / 4 * 3 {
            return;
        }
        // Another process may have removed it; it is gone then as well.
        let _ = fs::remove_file(path);
        bytes -= length;
        count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use std::{collections::HashMap, ffi::OsString, thread};

    use super::*;

    fn cache(folder: &Path) -> Cache {
        Cache { folder: Some(folder.to_owned()) }
    }

    fn key(source: &str) -> Key {
        Key::of(source, "NVRTC 13.0 for sm_90a")
    }

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_kernel_comes_back_for_the_same_source_and_compiler_only() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder.path().join("kernels"));
        assert_eq!(cache.get(&key("a")), None);
        cache.put(&key("a"), b"code of a");
        assert_eq!(cache.get(&key("a")).as_deref(), Some(b"code of a".as_slice()));
        assert_eq!(cache.get(&key("b")), None);
        assert_eq!(cache.get(&Key::of("a", "NVRTC 13.0 for sm_80")), None);
        assert_eq!(cache.get(&Key::of("a", "NVRTC 12.9 for sm_90a")), None);
        cache.forget(&key("a"));
        assert_eq!(cache.get(&key("a")), None);
    }

    #[test]
    fn an_entry_that_was_cut_or_changed_anywhere_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let path = folder.path().join(key("a").name());
        cache.put(&key("a"), b"code");
        let whole = fs::read(&path).unwrap();
        let cut = (0..whole.len()).map(|length| whole[..length].to_vec());
        let changed = (0..whole.len()).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x20;
            bytes
        });
        for broken in cut.chain(changed) {
            fs::write(&path, &broken).unwrap();
            assert_eq!(cache.get(&key("a")), None, "{broken:?}");
            assert!(!path.exists(), "{broken:?}");
        }
    }

    #[test]
    fn an_entry_of_another_key_under_this_name_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        fs::write(folder.path().join(key("a").name()), entry(key("b").text.as_bytes(), b"code of b"))
            .unwrap();
        assert_eq!(cache.get(&key("a")), None);
        cache.put(&key("a"), b"code of a");
        assert_eq!(cache.get(&key("a")).as_deref(), Some(b"code of a".as_slice()));
    }

    #[test]
    fn an_entry_that_is_too_large_is_neither_kept_nor_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        cache.put(&key("a"), &vec![7; usize::try_from(MAX_ENTRY).unwrap()]);
        assert_eq!(files(folder.path()), 0);
        let path = folder.path().join(key("a").name());
        File::create(&path).unwrap().set_len(MAX_ENTRY + 1).unwrap();
        assert_eq!(cache.get(&key("a")), None);
        assert!(!path.exists());
    }

    #[test]
    fn the_entries_that_were_not_used_for_longest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let names = ["a", "b", "c", "d", "e"];
        for (age, name) in (1_u64..).zip(names) {
            cache.put(&key(name), b"code");
            let used = SystemTime::now() - Duration::from_secs(100 * age);
            File::open(folder.path().join(key(name).name())).unwrap().set_modified(used).unwrap();
        }
        assert!(cache.get(&key("e")).is_some(), "now it is the last used");
        let abandoned = folder.path().join(format!(".{}.1.0", key("f").name()));
        let begun = folder.path().join(format!(".{}.2.0", key("f").name()));
        for unfinished in [&abandoned, &begun] {
            fs::write(unfinished, b"half").unwrap();
        }
        File::open(&abandoned).unwrap().set_modified(SystemTime::now() - ABANDONED * 2).unwrap();
        bound(folder.path(), MAX_BYTES, 4);
        let kept = names.map(|name| cache.get(&key(name)).is_some());
        assert_eq!(kept, [true, true, false, false, true]);
        assert!(!abandoned.exists() && begun.exists());
        let entry = fs::metadata(folder.path().join(key("a").name())).unwrap().len();
        bound(folder.path(), entry * 2, 4);
        assert_eq!(names.map(|name| cache.get(&key(name)).is_some()).iter().filter(|kept| **kept).count(), 1);
    }

    #[test]
    fn many_writers_and_readers_see_whole_entries() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let code = |number: u8| vec![number; 40_000];
        thread::scope(|scope| {
            for number in 0..4 {
                let (cache, code) = (&cache, &code);
                scope.spawn(move || {
                    for _ in 0..50 {
                        cache.put(&key("shared"), &code(number));
                        let read = cache.get(&key("shared")).unwrap();
                        assert!((0..4).any(|writer| read == code(writer)));
                    }
                });
            }
        });
        assert_eq!(files(folder.path()), 1, "nothing unfinished is left");
    }

    #[test]
    fn the_environment_places_the_cache_or_turns_it_off() {
        let folder = |variables: &[(&str, &str)]| {
            let variables: HashMap<_, _> =
                variables.iter().map(|(name, value)| (*name, OsString::from(value))).collect();
            let variable = |name: &str| variables.get(name).cloned();
            Cache::of(&Environment { variable: &variable, root: Path::new("/") }).folder
        };
        let home = ("HOME", "/home/me");
        assert_eq!(folder(&[home]), Some("/home/me/.cache/layoutlens/kernels".into()));
        assert_eq!(folder(&[home, ("XDG_CACHE_HOME", "/fast")]), Some("/fast/layoutlens/kernels".into()));
        assert_eq!(folder(&[home, ("XDG_CACHE_HOME", "relative")]), folder(&[home]));
        assert_eq!(folder(&[home, (CACHE_VARIABLE, "/named")]), Some("/named".into()));
        assert_eq!(folder(&[home, (CACHE_VARIABLE, "off")]), None);
        assert_eq!(folder(&[]), None);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_cache() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        let cache = cache(&file.join("kernels"));
        cache.put(&key("a"), b"code");
        assert_eq!(cache.get(&key("a")), None);
    }
}
