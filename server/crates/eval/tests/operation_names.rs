//! What an operation does is said in the columns of its own file: no dispatch outside of it goes by its name as text.
//!
//! The crates that read code are left out: what stands there in the arms of libraries are names of CuTe C++, the DSL and Rust, and what these
//! libraries hand to an operation is of a type that only operations have.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use layoutlens_eval::{Code, Meaning, evaluate};
use layoutlens_syntax::{
    ExprKind, Language,
    operation::{ALIASES, OPERATIONS, is_operation},
    parse, parse_expression,
};

/// The one place where text becomes an operation.
const NAMES: &str = "operation/src/name.rs";

/// Sources of the operations and of the evaluator, but for the libraries.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.ends_with(NAMES) => {}
            false => found.push(path),
        }
    }
}

/// The operation that a line of code compares text with, or matches text against.
fn operation_as_text<'l>(line: &'l str, operations: &BTreeSet<&str>) -> Option<&'l str> {
    if line.trim_start().starts_with("//") {
        return None;
    }
    let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    quotes.chunks_exact(2).find_map(|quotes| {
        let [open, close] = *quotes else { return None };
        let (before, text, behind) = (&line[..open], &line[open + 1..close], &line[close + 1..]);
        let is_arm = behind.contains("=>") || before.contains("matches!(");
        let is_alternative = behind.trim_start().starts_with("| \"") || before.trim() == "|";
        let is_compared = before.trim_end().ends_with("==") || before.trim_end().ends_with("!=");
        let is_searched = ["starts_with(", "ends_with(", "contains(", "split_once("];
        let is_searched = is_searched.iter().any(|search| before.ends_with(search));
        let is_pattern = is_arm || is_alternative || is_compared || is_searched;
        (is_pattern && operations.contains(text)).then_some(text)
    })
}

#[test]
fn no_arm_names_an_operation_as_text_outside_its_own_file() {
    let operations: BTreeSet<&str> = layoutlens_eval::operation_names().collect();
    let mut files = Vec::new();
    for folder in ["src", "../operation/src"] {
        let before = files.len();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
        assert!(files.len() > before + 20, "{folder}: {files:?}");
    }
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(operation) = operation_as_text(line, &operations) {
                found.push(format!("{}:{number}: {operation}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "use `Operation` instead of text:\n{}", found.join("\n"));
}

#[test]
fn arms_and_comparisons_with_the_name_of_an_operation_are_found() {
    let operations: BTreeSet<&str> = layoutlens_eval::operation_names().collect();
    let found = [
        r#"        "coalesce" => simplification(arguments)?,"#,
        r#"        "coalesce" | "filter""#,
        r#"            | "flatten" | "nullspace" => simplification(arguments)?,"#,
        r#"        ("filter_zeros", _) => explain::filter_zeros(&layout),"#,
        r#"    if name == "composition" {"#,
        r#"    matches!(self.name, "bank_conflicts" | "sectors")"#,
        r#"    if names.contains("take") {"#,
    ];
    for line in found {
        assert!(operation_as_text(line, &operations).is_some(), "{line}");
    }
    let others = [
        r#"pub(super) static MODE: Columns = Columns::new(&[layout("A"), tuple("mode")], mode)"#,
        r#"    // the arm "coalesce" => was here"#,
        r#"    let shape = tuple_of(shape, "shape")?;"#,
        r#"        "no such operation" => None,"#,
    ];
    for line in others {
        assert_eq!(operation_as_text(line, &operations), None, "{line}");
    }
}

#[test]
fn what_is_read_as_a_call_is_an_operation() {
    let operations: BTreeSet<&str> = layoutlens_eval::operation_names().collect();
    let read = OPERATIONS.iter().copied().chain(ALIASES.iter().map(|&(_, operation)| operation));
    for name in read {
        assert!(operations.contains(name), "{name}");
    }
}

#[test]
fn a_binding_hides_those_operations_only_that_are_not_read_as_a_call() {
    for name in layoutlens_eval::operation_names() {
        let call = format!("{name}(5)");
        if is_operation(name) {
            let (read, _) = parse_expression(&call);
            assert!(matches!(read.kind, ExprKind::Call { .. }), "{call}: {read:?}");
            continue;
        }
        let text = format!("// cute: let {name} = (4,8):(1,6)\n// cute: show {call}\n");
        let evaluation = evaluate(&parse(Language::Cuda, &text, None).0, &text);
        let Some(Meaning::Value(shown)) = evaluation.statements.last() else { panic!("{text}") };
        assert_eq!(shown.value.to_string(), "7", "{text}");
    }
}

#[test]
fn an_operation_or_another_name_of_it_needs_its_arguments() {
    for name in ["size", "round_up", "get", "group_modes"] {
        let text = format!("// cute: show {name}\n");
        let evaluation = evaluate(&parse(Language::Cuda, &text, None).0, &text);
        let [problem] = evaluation.problems.as_slice() else { panic!("{:?}", evaluation.problems) };
        let message = format!("`{name}` is an operation and needs its arguments, as in `{name}(A)`");
        assert_eq!((problem.code, problem.message.as_str()), (Code::UnknownName, message.as_str()));
    }
}
