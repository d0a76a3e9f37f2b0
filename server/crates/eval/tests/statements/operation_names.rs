//! What an operation does is said in the columns of its own file: no dispatch outside of it goes by its name as text.
//!
//! Where a language or a library calls something of its own by the name of an operation, that is an exception.

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

/// What is scanned.
const FOLDERS: [&str; 7] = [
    "src",
    "../operation/src",
    "../interpreter/src",
    "../library/src",
    "../host-value/src",
    "../ide/src",
    "../../../algebra/src",
];

/// What bears the name of an operation and is none: the end of the file's path, the name, and what it is.
const OTHERS: &[(&str, &str, &str)] = &[
    ("python/implicit.rs", "eval", "a function of Python"),
    ("python/list.rs", "append", "a method of Python's lists"),
    ("dsl/layout.rs", "shape", "an attribute of the DSL's layouts"),
    ("dsl/layout.rs", "stride", "an attribute of the DSL's layouts"),
    ("dsl/tensor.rs", "shape", "an attribute of the DSL's tensors"),
    ("dsl/tensor.rs", "stride", "an attribute of the DSL's tensors"),
    ("dsl/tiled.rs", "size", "an attribute of the DSL's tiled copies and MMAs"),
    ("symbolic/laws.rs", "ceil_div", "how an expression is written in a test"),
    ("symbolic/reading.rs", "ceil_div", "how an expression is written"),
];

/// The one place where text becomes an operation.
const NAMES: &str = "operation/src/name.rs";

/// The sources in a folder.
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
    for folder in FOLDERS {
        let before = files.len();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
        assert!(files.len() > before + 10, "{folder}: {files:?}");
    }
    let mut found = Vec::new();
    let mut others: BTreeSet<_> = OTHERS.iter().map(|(file, name, _)| (*file, *name)).collect();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()) {
            let Some(operation) = operation_as_text(line, &operations) else { continue };
            let is_other = |(of, name, _): &&(&str, &str, &str)| file.ends_with(of) && *name == operation;
            if let Some((of, name, _)) = OTHERS.iter().find(is_other) {
                others.remove(&(*of, *name));
            } else {
                found.push(format!("{}:{number}: {operation}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "use `Operation` instead of text:\n{}", found.join("\n"));
    assert!(others.is_empty(), "no exceptions any longer: {others:?}");
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
