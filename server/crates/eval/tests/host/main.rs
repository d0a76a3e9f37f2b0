//! Fixtures: files of host code whose comments state what is shown for the line above. README.md says how to write one;
//! each file below `cpp/`, `python/` and `rust/` is a test of its path.

mod mark;
mod printed;
mod rules;
mod shown;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{HostFile, evaluate_program};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};
use libtest_mimic::{Arguments, Failed, Trial};

/// A language of fixtures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    folder: &'static str,
    extension: &'static str,
    language: Language,
    /// How a mark begins.
    mark: &'static str,
}

const CPP: Kind = Kind { folder: "cpp", extension: "cu", language: Language::Cuda, mark: "//^" };
const PYTHON: Kind = Kind { folder: "python", extension: "py", language: Language::Python, mark: "#^" };
const RUST: Kind = Kind { folder: "rust", extension: "rs", language: Language::Rust, mark: "//^" };

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host");
    let mut trials = rules::trials();
    for kind in [CPP, PYTHON, RUST] {
        let mut files = Vec::new();
        files_below(&folder.join(kind.folder), &mut files);
        files.sort();
        for path in files {
            let below = path.strip_prefix(&folder).unwrap_or(&path).with_extension("");
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            trials.push(Trial::test(parts.join("::"), move || check_file(kind, &path)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of fixtures is read") {
        let path = entry.expect("an entry of a folder of fixtures").path();
        match path.is_dir() {
            true => files_below(&path, files),
            false => files.push(path),
        }
    }
}

fn check_file(kind: Kind, path: &Path) -> Result<(), Failed> {
    if path.extension().is_none_or(|extension| extension != kind.extension) {
        return Err(
            format!("{}: a fixture in {}/ ends in .{}", path.display(), kind.folder, kind.extension).into()
        );
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check(kind, &name, &text).map_err(|failures| {
        let failures: Vec<String> =
            failures.iter().map(|(line, why)| format!("{}:{line}: {why}", path.display())).collect();
        failures.join("\n").into()
    })
}

/// Holds the marks of a fixture against what is shown of it.
///
/// # Errors
/// What does not hold, each with its line.
pub(crate) fn check(kind: Kind, name: &str, text: &str) -> Result<(), Vec<(usize, String)>> {
    let marks = match mark::marks(text, kind.mark) {
        Ok(marks) if marks.is_empty() => {
            return Err(vec![(1, format!("no line begins with `{}`: this states nothing", kind.mark))]);
        }
        Ok(marks) => marks,
        Err(malformed) => return Err(vec![(malformed.line, malformed.why)]),
    };
    let (_, tree) = parse(kind.language, text, None);
    let program = Arc::new(read_program(kind.language, text, &tree));
    let file = HostFile { name: name.to_owned(), language: kind.language, program };
    let differences =
        shown::differences(text, &evaluate_program(&[file], &Facts::default(), of_language), &marks);
    if differences.is_empty() { Ok(()) } else { Err(differences) }
}
