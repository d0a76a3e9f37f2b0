//! Heads whose body stands behind a directive: `for (..)` / `#pragma unroll` / `x += 2;`. The parser ends the head with an empty
//! statement and reads the body as the statement behind it, which is done every time; it is given back what it depends on.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::{
    expr::Expr,
    program::{Alternative, HostStatement, StatementKind},
};

/// What decides how often a statement is done whose head ended before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenHead {
    /// `if (..)` or `else`: once or never.
    Branch,
    /// `for (..)`, `while (..)`: as often as it says.
    Loop,
}

/// How a statement ends whose body is missing. Heads nest without a limit, so none is gone into by a call.
pub(super) fn open_head(mut node: Node<'_>) -> Option<OpenHead> {
    loop {
        let (body, own) = match node.word() {
            "if_statement" => {
                let body = match node.field(&field::ALTERNATIVE) {
                    Some(clause) => named_children(clause).last().copied(),
                    // An `else` that nothing follows.
                    None if children(node).iter().any(Node::is_error) => None,
                    None => Some(node.field(&field::CONSEQUENCE)?),
                };
                (body, OpenHead::Branch)
            }
            "for_statement" | "for_range_loop" | "while_statement" => {
                (Some(node.field(&field::BODY)?), OpenHead::Loop)
            }
            "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" => {
                node = *named_children(node).last()?;
                continue;
            }
            _ => return None,
        };
        match body {
            Some(body) if !is_missing(body) => node = body,
            _ => return Some(own),
        }
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

/// `switch (n) case 2:`, of which the parser makes an error.
pub(super) fn is_switch_without_block(node: Node<'_>, text: &str) -> bool {
    node.is_error() && text.trim_start().starts_with("switch")
}

/// Statements of which a head may hold the first, and those behind it are done in any case: each alone, so that what the first
/// leaves is not what the others find.
fn each_under(head: OpenHead, condition: &Expr, body: Vec<HostStatement>) -> Vec<HostStatement> {
    let mut all = Vec::new();
    for (index, HostStatement { kind, range }) in body.into_iter().enumerate() {
        let kind = match kind {
            StatementKind::Alternatives(branches) => {
                let branches = branches
                    .into_iter()
                    .map(|branch| Alternative { body: each_under(head, condition, branch.body), ..branch });
                StatementKind::Alternatives(branches.collect())
            }
            // What is declared behind the first is seen behind it.
            kind @ (StatementKind::Declare(_) | StatementKind::Class(_)) if index > 0 => kind,
            kind => {
                let body = vec![HostStatement { kind, range: range.clone() }];
                match head {
                    OpenHead::Branch => StatementKind::If {
                        condition: condition.clone(),
                        is_constant: false,
                        then: body,
                        otherwise: Vec::new(),
                    },
                    OpenHead::Loop => StatementKind::Loop {
                        variables: Vec::new(),
                        counts: false,
                        over: None,
                        condition: None,
                        body,
                    },
                }
            }
        };
        all.push(HostStatement { kind, range });
    }
    all
}

impl Reader<'_> {
    /// A `switch` without braces, and what stands behind it: which statement is its last is not told.
    pub(super) fn behind_switch<'t>(
        &mut self,
        switch: Node<'t>,
        behind: impl Iterator<Item = Node<'t>>,
        out: &mut Vec<HostStatement>,
    ) {
        self.member_statement(switch, Place::Function, out);
        let mut then = Vec::new();
        for node in behind {
            // `case 2:`, with all that stands behind it.
            let (value, is_case) = (node.field(&field::VALUE), node.word() == "case_statement");
            let held = if is_case { named_children(node) } else { vec![node] };
            for node in held.into_iter().filter(|held| !is_case || Some(*held) != value) {
                self.member_statement(node, Place::Function, &mut then);
            }
        }
        let condition = opaque("which statements a `switch` without braces holds is not read", switch);
        // Behind the last statement of a function nothing is run.
        let is_return = |last: &HostStatement| matches!(last.kind, StatementKind::Return(_));
        let last = if then.len() > 1 { then.pop_if(|last| is_return(last)) } else { None };
        for statement in each_under(OpenHead::Branch, &condition, then).into_iter().chain(last) {
            self.push_at(out, statement.range, statement.kind);
        }
    }

    /// A statement behind an open head.
    pub(super) fn behind_head(&mut self, head: OpenHead, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut body = Vec::new();
        self.member_statement(node, Place::Function, &mut body);
        let condition = opaque("a directive stands between a condition and what depends on it", node);
        for statement in each_under(head, &condition, body) {
            self.push_at(out, statement.range, statement.kind);
        }
    }
}
