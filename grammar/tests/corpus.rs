//! Runs `test/corpus/*.txt`, the standard corpus of a tree-sitter grammar, without the tree-sitter CLI.
//!
//! `UPDATE_CORPUS=1 cargo test -p tree-sitter-cute` writes the trees anew; read the difference before you
//! commit it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::Parser;

/// One entry: a header between lines of `=`, the source, a line `---`, the expected tree.
struct Case {
    name: String,
    /// `:error` stands under the name: the source must not parse cleanly.
    broken: bool,
    source: String,
    expected: String,
}

#[test]
fn every_corpus_entry_parses_as_written() {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cute::LANGUAGE.into()).expect("the grammar fits the library");
    let mut failures = String::new();
    let mut count = 0;
    for path in corpus_files() {
        let text = fs::read_to_string(&path).expect("a corpus file is UTF-8");
        let mut cases = read_cases(&text);
        assert!(!cases.is_empty(), "{} holds no entry", path.display());
        for case in &mut cases {
            let tree = parser.parse(&case.source, None).expect("no limit was set");
            let actual = tree.root_node().to_sexp();
            if tree.root_node().has_error() != case.broken {
                writeln!(failures, "{}: {}: errors expected: {}", path.display(), case.name, case.broken)
                    .expect("a string takes all");
            }
            if one_line(&actual) != one_line(&case.expected) {
                writeln!(failures, "{}: {}\n{}", path.display(), case.name, indented(&actual))
                    .expect("a string takes all");
                case.expected = indented(&actual);
            }
            count += 1;
        }
        if std::env::var_os("UPDATE_CORPUS").is_some() {
            fs::write(&path, cases.iter().map(write_case).collect::<Vec<_>>().join("\n"))
                .expect("the corpus can be written");
        }
    }
    assert!(failures.is_empty() || std::env::var_os("UPDATE_CORPUS").is_some(), "{failures}");
    assert!(count > 60, "only {count} entries were found");
}

fn corpus_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    files
}

fn is_header_rule(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

fn read_cases(text: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.lines().collect();
    let mut cases = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if !is_header_rule(lines[at]) {
            at += 1;
            continue;
        }
        let name_end = (at + 1..lines.len()).find(|&i| is_header_rule(lines[i])).expect("a header is closed");
        let rule = (name_end..lines.len()).find(|&i| lines[i] == "---").expect("a tree follows");
        let end = (rule..lines.len()).find(|&i| is_header_rule(lines[i])).unwrap_or(lines.len());
        cases.push(Case {
            name: lines[at + 1].to_owned(),
            broken: lines[at + 2..name_end].contains(&":error"),
            source: lines[name_end + 1..rule].join("\n").trim().to_owned(),
            expected: lines[rule + 1..end].join("\n").trim().to_owned(),
        });
        at = end;
    }
    cases
}

fn write_case(case: &Case) -> String {
    let rule = "=".repeat(18);
    let mark = if case.broken { ":error\n" } else { "" };
    format!("{rule}\n{}\n{mark}{rule}\n\n{}\n\n---\n\n{}\n", case.name, case.source, case.expected)
}

fn one_line(tree: &str) -> String {
    tree.split_whitespace().collect::<Vec<_>>().join(" ").replace(" )", ")")
}

/// One node a line, two blanks a level.
fn indented(tree: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    for word in tree.split(' ') {
        let opens = word.starts_with('(');
        let is_field = word.ends_with(':');
        let after_field = out.ends_with(": ");
        if (opens || is_field) && !out.is_empty() && !after_field {
            out.push('\n');
            out.push_str(&"  ".repeat(depth));
        } else if !out.is_empty() && !after_field {
            out.push(' ');
        }
        out.push_str(word);
        if is_field {
            out.push(' ');
        }
        depth += word.matches('(').count();
        depth = depth.saturating_sub(word.matches(')').count());
    }
    out
}
