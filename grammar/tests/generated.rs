//! The committed parser is the one that `grammar.js` describes.

use std::fs;
use std::path::Path;

use tree_sitter_generate::{ABI_VERSION_MAX, OptLevel, generate_parser_in_directory};

/// Needs `node`, which reads `grammar.js`.
#[test]
fn committed_parser_is_what_the_grammar_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fresh = tempfile::tempdir().expect("a temporary folder");
    generate_parser_in_directory(
        root,
        Some(fresh.path()),
        None::<&Path>,
        ABI_VERSION_MAX,
        None,
        Some("node"),
        true,
        OptLevel::default(),
        &mut Vec::new(),
    )
    .expect("grammar.js is a grammar, and node is there to read it");
    for file in [
        "grammar.json",
        "node-types.json",
        "parser.c",
        "tree_sitter/alloc.h",
        "tree_sitter/array.h",
        "tree_sitter/parser.h",
    ] {
        let committed = fs::read_to_string(root.join("src").join(file)).expect("committed");
        let generated = fs::read_to_string(fresh.path().join(file)).expect("generated");
        assert!(committed == generated, "src/{file} is stale: run `cargo xtask grammar`");
    }
}

#[test]
fn highlight_query_names_only_nodes_that_exist() {
    tree_sitter::Query::new(&tree_sitter_cute::LANGUAGE.into(), tree_sitter_cute::HIGHLIGHTS_QUERY)
        .expect("every node and field of the query exists");
}
