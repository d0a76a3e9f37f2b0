//! Heads whose body stands behind a directive: `for (..)` / `#pragma unroll` / `x += 2;`. The parser ends the head with an empty
//! statement and reads the body as the statement behind it, which is done every time; it is given back what it depends on.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::program::{HostStatement, StatementKind};

/// What decides how often a statement is done whose head ended before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenHead {
    /// `if (..)` or `else`: once or never.
    Branch,
    /// `for (..)`, `while (..)`: as often as it says.
    Loop,
}

/// How a statement ends whose body is missing.
pub(super) fn open_head(node: Node<'_>) -> Option<OpenHead> {
    let of_body = |body: Option<Node<'_>>, own: OpenHead| match body {
        Some(body) if is_missing(body) => Some(own),
        body => open_head(body?),
    };
    match node.word() {
        "if_statement" => match node.field(&field::ALTERNATIVE) {
            Some(clause) => match named_children(clause).last() {
                Some(body) => of_body(Some(*body), OpenHead::Branch),
                None => Some(OpenHead::Branch),
            },
            // An `else` that nothing follows.
            None if children(node).iter().any(Node::is_error) => Some(OpenHead::Branch),
            None => of_body(node.field(&field::CONSEQUENCE), OpenHead::Branch),
        },
        "for_statement" | "for_range_loop" | "while_statement" => {
            of_body(node.field(&field::BODY), OpenHead::Loop)
        }
        "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" => {
            open_head(*named_children(node).last()?)
        }
        _ => None,
    }
}

/// Whether it is the empty statement that the parser puts where it finds none.
fn is_missing(node: Node<'_>) -> bool {
    node.is_missing() || node.word() == "expression_statement" && node.byte_range().is_empty()
}

/// Whether a node says nothing of what is done.
pub(super) fn is_aside(node: Node<'_>) -> bool {
    !node.is_named()
        || matches!(node.word(), "preproc_call" | "preproc_def" | "preproc_function_def" | "preproc_include")
}

/// Whether a node may hold no statement at all: `#if 0`.
pub(super) fn may_be_nothing(node: Node<'_>) -> bool {
    matches!(node.word(), "preproc_if" | "preproc_ifdef")
}

impl Reader<'_> {
    /// A statement behind an open head.
    pub(super) fn behind_head(&mut self, head: OpenHead, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut body = Vec::new();
        self.member_statement(node, Place::Function, &mut body);
        let kind = match head {
            OpenHead::Branch => StatementKind::If {
                condition: opaque("a directive stands between a condition and what depends on it", node),
                is_constant: false,
                then: body,
                otherwise: Vec::new(),
            },
            OpenHead::Loop => {
                StatementKind::Loop { variables: Vec::new(), over: None, condition: None, body }
            }
        };
        self.push(out, node, kind);
    }
}
