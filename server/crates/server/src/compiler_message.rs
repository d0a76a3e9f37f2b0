//! What a compiler's message about layouts means, from the files that it names.
//!
//! A message of CuTe's templates is hundreds of characters about its headers and one line that says where in the user's code it
//! began. That line is looked up: what the message is about is what is found there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use layoutlens_eval::batch::{BatchAnswer, batch};
use layoutlens_ide::{Diagnostic, diagnostics};
use layoutlens_render::escape::one_line;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Document, Encoding, position};

/// The most files of a message that are read.
const MAX_FILES: usize = 32;
/// Parts of paths of the libraries' own files: no mistake of the user's stands there.
const OF_LIBRARIES: [&str; 6] = [
    "include/cute/",
    "include/cutlass/",
    "nvidia_cutlass_dsl",
    "/usr/include/",
    "site-packages/",
    "dist-packages/",
];

/// What CuTe's assertions say, and what is meant.
const ASSERTIONS: &[(&str, &str)] = &[
    (
        "Shape Divisibility Condition",
        "a size of the right operand does not fill a mode of the left one evenly",
    ),
    (
        "Stride Divisibility Condition",
        "a stride of the right operand begins inside of a mode of the left one",
    ),
    ("Static shape_div failure", "one size does not divide the other"),
    ("Non-injective Layout detected in complement", "two coordinates of the layout have one offset"),
    ("Mismatched Ranks", "a coordinate or shape has more or fewer modes than what it is for"),
    ("Index out of range", "there is no mode of this number"),
    ("elements in mode must be less than rank", "there is no mode of this number"),
    (
        "shape and stride must be congruent",
        "the stride has another form than the shape: a number for each size",
    ),
    ("tuple index must be in range", "there is no mode of this number"),
];

/// What is known of a message.
pub(crate) struct Explained {
    /// What is wrong in the lines that the message names, by file.
    pub(crate) found: Vec<Found>,
    /// What the words of the message mean, each with its place; where the code says nothing.
    pub(crate) sentences: Vec<String>,
    /// Files that are named and were not read, with the reason.
    pub(crate) unread: Vec<String>,
    /// Why there is no answer, where there is none.
    pub(crate) nothing: Option<&'static str>,
}

/// A file that a message names, and what is wrong there.
pub(crate) struct Found {
    /// The file, as the message names it.
    pub(crate) file: PathBuf,
    /// The file as it was read.
    pub(crate) document: Document,
    /// Its analysis.
    pub(crate) analysis: Arc<Analysis>,
    /// What is wrong in the named lines.
    pub(crate) findings: Vec<Diagnostic>,
}

/// What a message means; `read` reads a file that it names, and says why not.
pub(crate) fn explain(message: &str, mut read: impl FnMut(&Path) -> Result<Document, String>) -> Explained {
    let places = places(message);
    let mut files: Vec<&PathBuf> = Vec::new();
    for (file, _) in &places {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let named = files.len();
    let mut explained =
        Explained { found: Vec::new(), sentences: Vec::new(), unread: Vec::new(), nothing: None };
    for file in files.into_iter().take(MAX_FILES) {
        let document = match read(file) {
            Ok(document) => document,
            Err(reason) => {
                explained.unread.push(reason);
                continue;
            }
        };
        let lines: BTreeSet<u32> =
            places.iter().filter(|(other, _)| other == file).map(|(_, line)| *line).collect();
        let analysis = document.analysis();
        let line = |offset| position(document.rope(), Encoding::Utf32, offset).line.saturating_add(1);
        let mut findings = diagnostics(&analysis);
        findings.retain(|finding| {
            lines.range(line(finding.range.start)..=line(finding.range.end)).next().is_some()
        });
        if !findings.is_empty() {
            explained.found.push(Found { file: file.clone(), document, analysis, findings });
        }
    }
    if !explained.found.is_empty() {
        return explained;
    }
    if let Some(answer) = of_operands(message) {
        explained.sentences.push(format!("{}{answer}", innermost(&places)));
        explained.unread.clear();
        return explained;
    }
    if named > MAX_FILES {
        explained
            .unread
            .push(format!("of {named} files that the message names the first {MAX_FILES} are read"));
    }
    // What CuTe's own words mean is worth something where the code is not followed.
    let known = ASSERTIONS.iter().filter(|(said, _)| message.contains(said));
    explained
        .sentences
        .extend(known.map(|(said, meaning)| format!("{}{said}: {meaning}", innermost(&places))));
    if explained.sentences.is_empty() {
        explained.nothing = Some(match (named > explained.unread.len(), explained.unread.is_empty()) {
            (false, _) => "the message names no file that is read here: run this where it was compiled",
            (true, true) => {
                "nothing is known to be wrong with the layouts in the lines that the message names"
            }
            (true, false) => {
                "nothing is known to be wrong with the layouts in the lines of the files that were read"
            }
        });
    }
    explained
}

/// Where the user's code calls the library: Python tells calls from the outermost on, compilers from the innermost on.
fn innermost(places: &[(PathBuf, u32)]) -> String {
    let is_python = |(file, _): &&(PathBuf, u32)| Language::from_path(file) == Some(Language::Python);
    let place = places.last().filter(is_python).or(places.first());
    place
        .map(|(file, line)| format!("{}:{line}: ", one_line(&file.display().to_string())))
        .unwrap_or_default()
}

/// What is wrong with the operands that the DSL's message has: `unable to compute crd2idx with '!cute.layout<"(4,8):(1,4)">'
/// and '!cute.coord<"(1,2,3)">'`.
fn of_operands(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("unable to compute ")?;
    let rest = rest.strip_prefix("the following ").unwrap_or(rest).lines().next()?;
    let operation = rest.split([' ', ':']).next()?;
    // Layout and coordinate, as an evaluation has them.
    let operation = if operation == "crd2idx" { "eval" } else { operation };
    let operands: Vec<&str> =
        rest.split("<\"").skip(1).filter_map(|part| Some(part.split_once("\">")?.0)).collect();
    match batch(operation, &operands) {
        BatchAnswer::Refused { message, .. } => Some(one_line(&message).into_owned()),
        _ => None,
    }
}

/// The lines of the user's files that a message names, each once, in its order.
fn places(message: &str) -> Vec<(PathBuf, u32)> {
    let mut places: Vec<(PathBuf, u32)> = Vec::new();
    for (path, line) in message.lines().flat_map(named_in) {
        let path = PathBuf::from(path);
        let is_own = !OF_LIBRARIES.iter().any(|part| path.to_string_lossy().contains(part));
        if is_own && Language::from_path(&path).is_some() && !places.contains(&(path.clone(), line)) {
            places.push((path, line));
        }
    }
    places
}

/// `FILE:7:23:`, `FILE(7): error`, `at line 7 of FILE`, `File "FILE", line 7`, `"FILE":7:9`.
fn named_in(text: &str) -> Vec<(&str, u32)> {
    let mut named = Vec::new();
    if let Some((_, rest)) = text.split_once("File \"")
        && let Some((path, rest)) = rest.split_once("\", line ")
    {
        named.extend(number(rest).map(|line| (path, line)));
    }
    if let Some((_, rest)) = text.split_once("at line ")
        && let Some((line, rest)) = rest.split_once(" of ")
    {
        let path = rest.split([' ', ',']).next().unwrap_or_default();
        named.extend(number(line).map(|line| (path, line)));
    }
    for word in text.split_whitespace() {
        let word = word.trim_start_matches(['"', '(', '[', '\'']);
        let word = word.strip_prefix("loc(").unwrap_or(word).trim_start_matches('"');
        if let Some((path, rest)) = word.split_once('(')
            && rest.contains(')')
        {
            named.extend(number(rest).map(|line| (path, line)));
        } else if let Some((path, rest)) = word.split_once(':') {
            named.extend(number(rest).map(|line| (path.trim_end_matches('"'), line)));
        }
    }
    named
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u32> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..length)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, file: &str, line: u32) {
        assert_eq!(places(message), [(PathBuf::from(file), line)]);
    }

    #[test]
    fn each_compiler_names_lines_in_its_own_way() {
        check("kernel.cu:7:23:   required from here", "kernel.cu", 7);
        check("src/kernel.cu:12:9: note: in instantiation of function template", "src/kernel.cu", 12);
        check("kernel.cu(31): error: static assertion failed with \"Mismatched Ranks\"", "kernel.cu", 31);
        check("    instantiation of \"auto f<T>()\" at line 40 of kernel.cu", "kernel.cu", 40);
        check("  File \"gemm.py\", line 8, in f", "gemm.py", 8);
        check("error: loc(\"gemm.py\":8:9): failed to verify", "gemm.py", 8);
    }

    #[test]
    fn the_headers_of_a_library_are_not_where_the_mistake_is() {
        let header = "/opt/cutlass/include/cute/layout.hpp:1101:24: note: in expansion of macro";
        assert_eq!(places(header), []);
        assert_eq!(places("12:30:59 compiling a:b(3) 1:2"), []);
    }
}
