//! The tree-sitter grammar of LayoutLens' annotation language.
//!
//! A source text is one statement without its `cute:` marker, or one expression:
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_cute::LANGUAGE.into()).expect("the grammar's version fits the library");
//! let tree = parser.parse("let R = (4,8):(1,4) o <2,4>", None).expect("no limit was set");
//! assert!(!tree.root_node().has_error());
//! assert_eq!(tree.root_node().child(0).expect("a statement").kind(), "let_statement");
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is C")]
unsafe extern "C" {
    fn tree_sitter_cute() -> *const ();
}

/// The grammar, to give to `tree_sitter::Parser::set_language`.
// SAFETY: the function is the one that tree-sitter-generate wrote for this grammar.
#[expect(unsafe_code, reason = "the generated parser is C")]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_cute) };

/// The query that highlights statements and expressions.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// What nodes there are, with their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
