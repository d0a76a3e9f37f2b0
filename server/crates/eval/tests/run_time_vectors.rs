//! The rows of `dynamic.jsonl`, written as a C++ program whose integers are all known at run time only.

#![expect(clippy::print_stdout, reason = "a run on the sample alone must not look like a full one")]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{HostFile, evaluate_program};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};
use serde_json::Value;

/// The vectors are no part of the repository: `LAYOUTLENS_VECTORS` names their folder, default `../shared/vectors`
/// beside the repository. Where they are missing, the algebra's sample stands in.
fn rows() -> Vec<Value> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let named = std::env::var_os("LAYOUTLENS_VECTORS").map(PathBuf::from);
    let beside = named.unwrap_or_else(|| repository.join("../shared/vectors")).join("dynamic.jsonl");
    let path = if beside.is_file() {
        beside
    } else {
        let sample = repository.join("algebra/tests/vectors-sample/dynamic.jsonl");
        println!("WARNING: no {}; only {} runs", beside.display(), sample.display());
        sample
    };
    let text = std::fs::read_to_string(&path).expect("the rows, or their sample");
    text.lines().map(|line| serde_json::from_str(line).expect("a row of JSON")).collect()
}

/// `(4,(2,3)):(1,(4,8))` as a call that makes it, `<2:1,3>` as a tile, `(4,2)` as a shape.
fn cpp(operand: &str) -> String {
    if let Some(inside) = operand.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        let modes: Vec<String> = outer_parts(inside).into_iter().map(cpp).collect();
        return format!("make_tile({})", modes.join(", "));
    }
    match operand.split_once(':') {
        Some((shape, stride)) => {
            let shape = shape.replace('(', "make_shape(");
            format!("make_layout({shape}, {})", stride.replace('(', "make_stride("))
        }
        None => operand.replace('(', "make_shape("),
    }
}

/// Splits at commas outside of brackets.
fn outer_parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[test]
fn every_row_of_run_time_integers_has_its_value_in_a_program() {
    let rows = rows();
    assert!(!rows.is_empty(), "there are rows");
    let mut code = "#include <cute/tensor.hpp>\nusing namespace cute;\n".to_owned();
    for (index, row) in rows.iter().enumerate() {
        let operands: Vec<String> =
            row["args"].as_array().into_iter().flatten().filter_map(Value::as_str).map(cpp).collect();
        let operation = row["op"].as_str().unwrap_or_default();
        // A function each: a row that ends the program ends no other.
        code += &format!("void f{index}() {{ auto row{index} = {operation}({}); }}\n", operands.join(", "));
    }
    let (_, tree) = parse(Language::Cuda, &code, None);
    let program = Arc::new(read_program(Language::Cuda, &code, &tree));
    let file = HostFile { name: "rows.cu".to_owned(), language: Language::Cuda, program };
    let evaluation = evaluate_program(&[file], &Facts::default(), of_language);
    let differences: Vec<String> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let name = format!("row{index}");
            let variable = evaluation.variables.iter().find(|variable| variable.name == name);
            let value = variable.and_then(|variable| Some(&variable.answers.first()?.evaluated.value));
            let found = match value {
                Some(value) => match value.unknown_reason() {
                    Some(reason) => format!("unknown: {reason}"),
                    None => value.to_string(),
                },
                None => "nothing".to_owned(),
            };
            // What ends the program has no value.
            let agrees = match row["result"].as_str() {
                Some(result) => found == result,
                None => found.starts_with("unknown: "),
            };
            (!agrees).then(|| format!("{row}\n    found {found}"))
        })
        .collect();
    assert!(differences.is_empty(), "{} rows differ:\n{}", differences.len(), differences.join("\n"));
}
