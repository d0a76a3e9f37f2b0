//! Files that nobody wrote on purpose: a clear message each, and the other files keep their answers.

use std::fs;
use std::path::Path;

use crate::binary::{Outcome, layoutlens_in};

/// A folder with one good file and, beside it, what a test puts there.
fn folder_with(fill: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("good.cu"), "// cute: let R = composition((6,2):(8,2), (4,3):(3,1))\n")
        .expect("a file");
    fill(folder.path());
    folder
}

fn check(folder: &tempfile::TempDir, arguments: &[&str]) -> Outcome {
    layoutlens_in(folder.path(), &[&["check"], arguments].concat())
}

fn has_answer_for_the_good_file(outcome: &Outcome) -> bool {
    outcome.stdout.ends_with("checked 1 file, 1 layout: no findings\n")
}

#[test]
fn a_path_that_is_not_there_is_named_and_the_status_is_2() {
    let folder = folder_with(|_| {});
    let outcome = check(&folder, &["good.cu", "gone.cu"]);
    assert_eq!(outcome.status, 2);
    assert_eq!(outcome.stderr, "error: gone.cu: No such file or directory\n");
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
}

#[test]
fn a_file_of_another_language_is_refused_when_named_and_passed_over_in_a_folder() {
    let folder = folder_with(|path| fs::write(path.join("notes.txt"), "cute: let A = (4").expect("a file"));
    let outcome = check(&folder, &["notes.txt"]);
    assert_eq!(
        (outcome.status, outcome.stderr.as_str()),
        (2, "error: notes.txt: no CUDA C++, Python or Rust file by its name\n")
    );
    let outcome = check(&folder, &["."]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
}

#[test]
fn a_binary_file_in_a_folder_is_reported_and_passed_over() {
    let folder =
        folder_with(|path| fs::write(path.join("random.cu"), b"\x7fELF\0\0\x01\xff").expect("a file"));
    let outcome = check(&folder, &[]);
    assert_eq!(
        (outcome.status, outcome.stderr.as_str()),
        (0, "warning: random.cu: not text in UTF-8, it holds zero bytes\n")
    );
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
    assert_eq!(check(&folder, &["random.cu"]).status, 2);
}

#[test]
fn bytes_that_are_not_utf_8_do_not_move_a_finding() {
    let latin_1 = b"// caf\xe9 \xe9\n/* \xe9 */ // cute: show composition((4,6,8):(2,3,5), 6:1)\n";
    let folder = folder_with(|path| fs::write(path.join("latin.cu"), latin_1).expect("a file"));
    let outcome = check(&folder, &["--format", "github", "latin.cu"]);
    assert_eq!(outcome.status, 1);
    assert!(outcome.stdout.starts_with("::error file=latin.cu,line=2,col=52,"), "{}", outcome.stdout);
}

#[test]
fn a_file_of_50_megabytes_is_not_read() {
    let folder = folder_with(|path| {
        let file = fs::File::create(path.join("huge.cu")).expect("a file");
        file.set_len(50 << 20).expect("50 MiB");
    });
    let outcome = check(&folder, &[]);
    assert_eq!(
        (outcome.status, outcome.stderr.as_str()),
        (0, "warning: huge.cu: 50 MiB; files above 4 MiB are not read\n")
    );
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
    assert_eq!(check(&folder, &["huge.cu"]).status, 2);
}

#[test]
fn deep_nesting_is_a_finding() {
    let folder = folder_with(|path| {
        let statement = format!("// cute: let A = {}4\n// cute: show 8:1\n", "(".repeat(100_000));
        fs::write(path.join("deep.cu"), statement).expect("a file");
    });
    let outcome = check(&folder, &["--format", "json", "deep.cu"]);
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("\"line\": 1"),
        "{}",
        outcome.stdout.get(..2000).unwrap_or(&outcome.stdout)
    );
}

#[test]
fn an_ignored_file_is_not_checked_unless_named() {
    let folder = folder_with(|path| {
        fs::write(path.join(".gitignore"), "broken.cu\n").expect("a file");
        fs::write(path.join("broken.cu"), "// cute: let\n").expect("a file");
    });
    assert_eq!(check(&folder, &[]).status, 0);
    assert_eq!(check(&folder, &["broken.cu"]).status, 1);
}

#[test]
fn a_file_named_twice_is_checked_once() {
    let folder = folder_with(|_| {});
    let outcome = check(&folder, &["good.cu", ".", "./good.cu"]);
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
}

#[cfg(unix)]
#[test]
fn a_loop_of_folders_is_not_entered() {
    let folder = folder_with(|path| std::os::unix::fs::symlink(path, path.join("loop")).expect("a link"));
    let outcome = check(&folder, &[]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
}

#[cfg(unix)]
#[test]
fn a_socket_is_not_opened() {
    let folder = folder_with(|path| {
        std::os::unix::net::UnixListener::bind(path.join("socket.cu")).expect("a socket");
    });
    let outcome = check(&folder, &["socket.cu"]);
    assert_eq!(
        (outcome.status, outcome.stderr.as_str()),
        (2, "error: socket.cu: not a regular file but a socket\n")
    );
}

#[cfg(unix)]
#[test]
fn names_of_files_are_one_line_without_escapes_in_every_format() {
    use std::os::unix::ffi::OsStrExt as _;
    let names: [&[u8]; 5] =
        [b"a\x1b[2J.cu", b"b\n::error::x.cu", b"c\r.cu", b"d\xff.cu", "e\u{9b}\u{202e}.cu".as_bytes()];
    let folder = folder_with(|path| {
        for name in names {
            fs::write(path.join(std::ffi::OsStr::from_bytes(name)), "// cute: let \u{1b}[31m = (4\n")
                .expect("a file");
        }
        let unreadable = path.join("f\u{1b}]0;title\u{7}\n.cu");
        std::os::unix::net::UnixListener::bind(unreadable).expect("a socket");
    });
    for format in ["human", "json", "sarif", "github"] {
        let outcome = check(&folder, &["--format", format, ".", "f\u{1b}]0;title\u{7}\n.cu"]);
        let said = outcome.stdout.clone() + &outcome.stderr;
        let is_raw = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert_eq!(said.chars().find(|&letter| is_raw(letter)), None, "{format}: {said}");
        assert!(!said.lines().any(|line| line.starts_with("::error::") || line.starts_with(".cu")), "{said}");
        assert!(outcome.stderr.contains("not a regular file but a socket"), "{}", outcome.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_a_device_or_a_pipe_is_named_and_the_files_are_checked() {
    let folder = folder_with(|path| {
        std::os::unix::fs::symlink("/dev/zero", path.join(".gitignore")).expect("a link");
    });
    let outcome = check(&folder, &[]);
    assert!(has_answer_for_the_good_file(&outcome), "{}", outcome.stdout);
    assert_eq!(
        outcome.stderr,
        "warning: .gitignore: not a regular file but a device; what it ignores is checked too\n"
    );
}
