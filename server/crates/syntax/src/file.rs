//! What one revision of a host file says: statements, layout comments, scopes, errors.

use std::collections::HashSet;

use crate::{Annotation, Expr, Language, LayoutComment, Scope, SyntaxError};

/// Everything read from one revision of a file. All ranges are byte ranges in its text.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// `cute:` statements in the order of the text, broken ones included.
    pub annotations: Vec<Annotation>,
    /// Conventional comments that hold one full layout.
    pub comments: Vec<LayoutComment>,
    /// Scope 0 is the file; functions follow in the order of the text.
    pub scopes: Vec<Scope>,
    /// What could not be read in `cute:` statements.
    pub errors: Vec<SyntaxError>,
    /// Identifiers that occur in the host code: a statement may name them, so they are not unknown.
    pub host_names: HashSet<String>,
}

/// The host's syntax tree, kept to parse the next revision incrementally.
#[derive(Debug, Clone)]
pub struct HostTree {
    _tree: Option<tree_sitter::Tree>,
}

/// A text edit in bytes, as tree-sitter wants it (points are derived from the two texts).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// First changed byte.
    pub start: usize,
    /// End of the replaced bytes in the old text.
    pub old_end: usize,
    /// End of the inserted bytes in the new text.
    pub new_end: usize,
}

/// What an earlier revision left: its tree and the edits, in order, that lead from its text to the new one.
pub struct Previous<'a> {
    /// Tree of the earlier revision.
    pub tree: &'a HostTree,
    /// Text of the earlier revision.
    pub text: &'a str,
    /// Edits since.
    pub edits: &'a [Edit],
}

/// Reads a host file. Never fails.
pub fn parse(_language: Language, text: &str, _previous: Option<Previous<'_>>) -> (File, HostTree) {
    let file = File { scopes: vec![Scope { range: 0..text.len(), parent: None, name: None }], ..File::default() };
    (file, HostTree { _tree: None })
}

/// Reads one expression, as `layoutlens eval` and the batch mode want it. Ranges count from the text's start.
pub fn parse_expression(text: &str) -> (Expr, Vec<SyntaxError>) {
    let range = 0..text.len();
    (Expr { kind: crate::ExprKind::Error, range: range.clone() }, vec![SyntaxError { range, message: "unread".into() }])
}

/// Reads the text of one statement without its `cute:` marker, as `layoutlens run` wants it.
pub fn parse_statement(text: &str) -> (Annotation, Vec<SyntaxError>) {
    let annotation = Annotation {
        statement: crate::Statement::Broken,
        range: 0..text.len(),
        scope: 0,
        before_code: true,
    };
    (annotation, Vec::new())
}
