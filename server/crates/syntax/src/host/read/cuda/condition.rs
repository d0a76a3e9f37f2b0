//! Conditional compilation, and macros that name a number.

use tree_sitter::Node;

use super::{Place, Reader, children, fields, literal, opaque};
use crate::expr::{Expr, ExprKind};
use crate::program::{Alternative, Declaration, DeclarationKind, HostStatement, StatementKind};

/// A branch: what is read when its condition holds.
struct Branch<'t> {
    /// Empty for `#else`.
    condition: String,
    body: Vec<Node<'t>>,
}

impl Reader<'_> {
    /// `#if .. #elif .. #else .. #endif`. Branches that are `0` are left out; one that is `1` is the last. A branch
    /// that is certain stands in the text like code without condition; so does a header's include guard.
    pub(super) fn conditional_compilation(
        &mut self,
        node: Node<'_>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        let is_guard = self.is_include_guard(node);
        let mut alternatives = Vec::new();
        self.conditions += usize::from(!is_guard);
        for Branch { condition, body: nodes } in self.branches(node) {
            let mut body = Vec::new();
            if !is_false(&condition) {
                nodes.into_iter().for_each(|child| self.member_statement(child, place, &mut body));
            }
            alternatives.push(Alternative { condition, body });
        }
        self.conditions -= usize::from(!is_guard);
        if is_guard {
            out.extend(alternatives.into_iter().flat_map(|alternative| alternative.body));
            return;
        }
        match settled(alternatives) {
            Ok(mut certain) => out.append(&mut certain),
            Err(alternatives) => self.push(out, node, StatementKind::Alternatives(alternatives)),
        }
    }

    fn branches<'t>(&self, node: Node<'t>) -> Vec<Branch<'t>> {
        let mut branches = Vec::new();
        let mut rest = Some(node);
        while let Some(node) = rest.take() {
            let mut condition = String::new();
            let mut body = Vec::new();
            for (field, child) in fields(node) {
                match (field, child.kind()) {
                    (Some("alternative"), _) => rest = Some(child),
                    (Some("condition"), _) => condition = self.text(child).to_owned(),
                    (Some("name"), _) => condition = self.defined(node, child),
                    _ => body.push(child),
                }
            }
            branches.push(Branch { condition, body });
        }
        branches
    }

    /// The condition of `#ifdef X` and `#ifndef X`.
    fn defined(&self, node: Node<'_>, name: Node<'_>) -> String {
        let is_not = children(node).first().is_some_and(|word| self.text(*word).contains("ndef"));
        format!("{}defined({})", if is_not { "!" } else { "" }, self.text(name))
    }

    /// `#ifndef X` before `#define X` without a value.
    fn is_include_guard(&self, node: Node<'_>) -> bool {
        let Some(branch) = self.branches(node).into_iter().next() else { return false };
        let name = branch.condition.strip_prefix("!defined(").and_then(|rest| rest.strip_suffix(')'));
        let first = branch.body.into_iter().find(Node::is_named);
        let is_empty = |defined: &Node<'_>| defined.child_by_field_name("value").is_none();
        let defined = first.filter(|first| first.kind() == "preproc_def").filter(is_empty);
        let defined = defined.and_then(|defined| defined.child_by_field_name("name"));
        name.is_some() && defined.is_some_and(|defined| Some(self.text(defined)) == name)
    }

    /// `#define N 128` is a constant, until it is defined again; what other macros stand for is not read.
    pub(super) fn macro_constant(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let (Some(name), Some(value)) = (node.child_by_field_name("name"), node.child_by_field_name("value"))
        else {
            return;
        };
        let text = self.text(value);
        let text = text.split("//").next().unwrap_or_default().split("/*").next().unwrap_or_default().trim();
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim();
        let value = match literal::number(inside) {
            _ if self.macros.contains(self.text(name)) => opaque("the macro has several definitions", value),
            kind @ ExprKind::Int(_) => Expr { kind, range: value.byte_range() },
            _ => opaque("a macro is not read", value),
        };
        if self.conditions == 0 {
            self.macros.insert(self.text(name));
        }
        let declaration = Declaration {
            names: vec![self.name(name)],
            kind: DeclarationKind::Constant,
            value: Some(value),
            ..Declaration::default()
        };
        self.push(out, node, StatementKind::Declare(declaration));
    }
}

fn is_false(condition: &str) -> bool {
    matches!(condition, "0" | "false")
}

/// The branch that is certain, if one is, or those that may be.
pub(super) fn settled(alternatives: Vec<Alternative>) -> Result<Vec<HostStatement>, Vec<Alternative>> {
    let mut possible: Vec<Alternative> = Vec::new();
    for mut alternative in alternatives {
        if is_false(&alternative.condition) {
            continue;
        }
        let is_last = matches!(alternative.condition.as_str(), "1" | "true" | "");
        if is_last && possible.is_empty() {
            return Ok(alternative.body);
        }
        if is_last {
            alternative.condition.clear();
        }
        possible.push(alternative);
        if is_last {
            break;
        }
    }
    if possible.iter().all(|alternative| alternative.body.is_empty()) {
        Ok(Vec::new())
    } else {
        Err(possible)
    }
}
