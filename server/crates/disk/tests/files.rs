//! Files as a workspace may hold them, and as this program leaves them.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::{
        fs::{MetadataExt, PermissionsExt, symlink},
        net::UnixListener,
    },
    path::Path,
    thread,
};

use layoutlens_disk::{NotReplaced, Refusal, identity, place, read, replace, touch};
use rustix::fs::{CWD, FileType, Mode, mknodat};

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from(0o600), 0).expect("a pipe");
}

#[test]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    symlink("/dev/zero", at("zero")).expect("a link");
    pipe(&at("pipe"));
    symlink(at("pipe"), at("link to a pipe")).expect("a link");
    fs::create_dir(at("folder")).expect("a folder");
    let _socket = UnixListener::bind(at("socket")).expect("a socket");
    let refused = |name: &str| read(&at(name), 100).expect_err(name);
    assert_eq!(refused("zero"), Refusal::NotAFile("a device"));
    assert_eq!(refused("pipe"), Refusal::NotAFile("a pipe"));
    assert_eq!(refused("link to a pipe"), Refusal::NotAFile("a pipe"));
    assert_eq!(refused("folder"), Refusal::NotAFile("a folder"));
    assert_eq!(refused("socket"), Refusal::NotAFile("a socket"));
    assert!(refused("nothing").is_absence());
    assert_eq!(identity(&at("pipe")), Err(Refusal::NotAFile("a pipe")));
}

#[test]
fn links_are_followed_to_regular_files_and_loops_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a"), "text").expect("a file");
    symlink("a", at("link")).expect("a link");
    symlink("loop", at("loop")).expect("a link");
    assert_eq!(read(&at("link"), 4).expect("a file").bytes, b"text");
    assert!(matches!(read(&at("loop"), 4), Err(Refusal::System { .. })));
}

#[test]
fn a_file_is_read_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, "12345").expect("a file");
    assert_eq!(read(&path, 5).expect("five bytes").bytes, b"12345");
    assert_eq!(read(&path, 4), Err(Refusal::TooLong { length: 5, most: 4 }));
    fs::write(&path, "").expect("a file");
    assert_eq!(read(&path, 0).expect("none").bytes, b"");
}

#[test]
fn files_that_the_system_makes_up_are_refused() {
    let refusal = read(Path::new("/proc/self/maps"), 1 << 20).expect_err("a length that is not known");
    assert!(matches!(refusal, Refusal::Endless | Refusal::Changing), "{refusal:?}");
}

#[test]
fn a_file_that_grows_is_never_read_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let line = [b'x'; 4096];
    let mut file = File::create(&path).expect("a file");
    let writer = thread::spawn(move || (0..512).for_each(|_| file.write_all(&line).expect("room")));
    while !writer.is_finished() {
        // A refusal while it grows says nothing of the file at rest: the last look may be after the last write.
        match read(&path, 1 << 22) {
            Ok(contents) => assert_eq!(contents.bytes.len() as u64, contents.identity.length()),
            Err(refusal) => assert!(matches!(refusal, Refusal::Changing | Refusal::Endless), "{refusal}"),
        }
    }
    writer.join().expect("written");
    assert_eq!(read(&path, 1 << 22).expect("at rest").bytes.len(), 4096 * 512);
}

#[test]
fn a_refusal_holds_until_the_file_is_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, "text").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("no rights");
    let first = read(&path, 100);
    if first.is_ok() {
        // Who runs as root may read everything.
        return;
    }
    assert!(matches!(first, Err(Refusal::System { kind: io::ErrorKind::PermissionDenied, .. })));
    assert_eq!(read(&path, 100), first);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    assert_eq!(read(&path, 100).expect("a file").bytes, b"text");
}

#[test]
fn a_file_of_the_same_length_and_time_is_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("a"), folder.path().join("b"));
    fs::write(&path, "one").expect("a file");
    fs::write(&other, "two").expect("a file");
    let modified = fs::metadata(&path).expect("a file").modified().expect("a time");
    File::options().append(true).open(&other).expect("a file").set_modified(modified).expect("a time");
    let before = identity(&path).expect("a file");
    fs::rename(&other, &path).expect("in its place");
    assert_ne!(identity(&path).expect("a file"), before);
}

#[test]
fn a_planted_link_is_not_written_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cache, victim) = (folder.path().join("cache"), folder.path().join("victim"));
    fs::write(&victim, "mine").expect("a file");
    fs::create_dir(&cache).expect("a folder");
    symlink(&victim, cache.join("page.md")).expect("a link");
    for number in 0..64 {
        symlink(&victim, cache.join(format!(".page.md.{}.{number}", std::process::id()))).expect("a link");
    }
    // All names but a later one are taken: it is written, or nothing is.
    let _ = place(&cache, "page.md", b"page");
    let path = place(&cache, "page.md", b"page").expect("written");
    assert_eq!(fs::read(&victim).expect("the file"), b"mine");
    assert!(fs::symlink_metadata(&path).expect("a file").is_file());
    assert_eq!(fs::read(path).expect("the page"), b"page");
}

#[test]
fn what_is_placed_is_the_users_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("a/b");
    let path = place(&cache, "page.md", b"page").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("there").mode() & 0o777;
    assert_eq!((mode(&path), mode(&cache)), (0o600, 0o700));
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).expect("open to all");
    place(&cache, "page.md", b"again").expect("written");
    assert_eq!(mode(&cache), 0o700);
}

#[test]
fn what_cannot_be_placed_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("a");
    fs::create_dir(&target).expect("a folder in the way");
    fs::write(target.join("full"), "").expect("that is not empty");
    assert!(place(folder.path(), "a", b"text").is_err());
    let names: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("one").file_name())
        .collect();
    assert_eq!(names, ["a"]);
}

#[test]
fn a_file_that_is_used_becomes_the_youngest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = place(folder.path(), "a", b"").expect("written");
    let old = std::time::SystemTime::UNIX_EPOCH;
    File::options().append(true).open(&path).expect("a file").set_modified(old).expect("a time");
    touch(&path).expect("touched");
    assert!(fs::metadata(&path).expect("a file").modified().expect("a time") > old);
}

#[test]
fn a_file_is_replaced_with_its_rights_and_behind_its_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a"), "old").expect("a file");
    fs::set_permissions(at("a"), fs::Permissions::from_mode(0o640)).expect("rights");
    symlink("a", at("link")).expect("a link");
    let found = read(&at("link"), 100).expect("a file");
    replace(&at("link"), &found, b"newer").expect("a change");
    assert_eq!(fs::read(at("a")).expect("a file"), b"newer");
    assert!(fs::symlink_metadata(at("link")).expect("a link").is_symlink());
    assert_eq!(fs::metadata(at("a")).expect("a file").mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2, "nothing is left behind");
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    fs::write(&path, "old").expect("a file");
    let found = read(&path, 100).expect("a file");
    for other in ["OLD", "longer", ""] {
        fs::write(&path, other).expect("a file");
        assert!(matches!(replace(&path, &found, b"new"), Err(NotReplaced::Changed)), "{other}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), other);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing is left behind");
}

#[test]
fn a_file_with_two_names_or_without_rights_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a"), "old").expect("a file");
    fs::hard_link(at("a"), at("b")).expect("a name");
    let found = read(&at("a"), 100).expect("a file");
    assert!(matches!(replace(&at("a"), &found, b"new"), Err(NotReplaced::SeveralNames)));
    fs::remove_file(at("b")).expect("a name less");
    fs::set_permissions(at("a"), fs::Permissions::from_mode(0o444)).expect("rights");
    let found = read(&at("a"), 100).expect("a file");
    assert!(matches!(replace(&at("a"), &found, b"new"), Err(NotReplaced::ReadOnly)));
}
