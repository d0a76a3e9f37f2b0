//! Assignments: of names, members and elements, one or several at once.

use tree_sitter::Node;

use super::{Reader, children, declaration, opaque, unknown_value};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{
    Argument, Declaration, DeclarationKind, HostStatement, StatementKind, TAKEN_APART, TAKEN_APART_AGAIN,
};

/// How many targets that are no names may take one value apart; each holds a copy of the value's expression.
const MAX_UNPACKED: usize = 16;

impl Reader<'_> {
    /// `x = e`, `x: T = e`, `a = b = e`, `a, self.b = e`.
    pub(super) fn assignment(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut targets = Vec::new();
        let (mut link, mut declared_type, mut value) = (node, None, None);
        loop {
            targets.extend(link.child_by_field_name("left"));
            declared_type = declared_type.or_else(|| link.child_by_field_name("type"));
            match link.child_by_field_name("right") {
                Some(right) if right.kind() == "assignment" => link = right,
                right => {
                    value = right.or(value);
                    break;
                }
            }
        }
        let declared_type = declared_type.map(|declared| self.expression(declared));
        let Some(value) = value else { return self.bare_annotation(node, declared_type, out) };
        let value = self.sequence_or_expression(value);
        // The value is computed once: what is assigned first lends it to the others.
        let first = targets.iter().position(|target| target.kind() == "identifier").unwrap_or_default();
        let Some(&first) = targets.get(first) else { return };
        if let ("identifier", Some(_)) = (first.kind(), &declared_type) {
            let kind = declaration(self.name(first), declared_type, Some(value));
            return self.push(node, kind, out);
        }
        self.assign(first, value, node, out);
        for &target in targets.iter().filter(|target| target.id() != first.id()) {
            let value = match first.kind() {
                "identifier" | "attribute" => self.expression(first),
                _ => opaque(first, "one value for several targets that take it apart"),
            };
            self.assign(target, value, node, out);
        }
    }

    /// `x: T` assigns nothing; it is the field of a class.
    fn bare_annotation(&mut self, node: Node<'_>, declared_type: Option<Expr>, out: &mut Vec<HostStatement>) {
        if self.in_class
            && let Some(name) = node.child_by_field_name("left").filter(|name| name.kind() == "identifier")
        {
            self.push(node, declaration(self.name(name), declared_type, None), out);
        }
    }

    /// `x += e`.
    pub(super) fn augmented_assignment(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (field("left"), field("operator"), field("right"))
        else {
            return self.unread(node, "an assignment without a value", out);
        };
        let value = self.sequence_or_expression(right);
        let operator = self.slice(operator).trim_end_matches('=');
        match super::expression::operator(operator) {
            Some(operator) if matches!(left.kind(), "identifier" | "attribute" | "subscript") => {
                let target = self.expression(left);
                self.push(node, StatementKind::Assign { target, operator: Some(operator), value }, out);
            }
            _ => self.assign(left, opaque(node, format!("the operator `{operator}`")), node, out),
        }
    }

    /// `type T = e`.
    pub(super) fn type_alias(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(right)) = (field("left"), field("right")) else {
            return self.unread(node, "a type without a value", out);
        };
        if self.slice(left).contains(['(', '.']) {
            // `type(x).size = 4`, which the grammar takes for an alias.
            let written = self.slice(left);
            let at = written.rfind('.').map_or(0, |at| at + 1);
            let text = written.get(at..).unwrap_or_default().to_owned();
            let base = Box::new(opaque(left, "whose attribute this is, is not read"));
            let name = Name { text, range: left.start_byte() + at..left.end_byte() };
            let target = Expr { kind: ExprKind::Member { base, name }, range: self.range(left) };
            let value = self.expression(right);
            return self.push(node, StatementKind::Assign { target, operator: None, value }, out);
        }
        let value = Some(self.expression(right));
        let names = vec![self.name(left)];
        let alias = Declaration { names, kind: DeclarationKind::Alias, value, ..Declaration::default() };
        self.push(node, StatementKind::Declare(alias), out);
    }

    /// Assigns a value to a target of any form, for the statement `node`.
    pub(super) fn assign(
        &mut self,
        target: Node<'_>,
        value: Expr,
        node: Node<'_>,
        out: &mut Vec<HostStatement>,
    ) {
        match target.kind() {
            "identifier" => {
                let name = self.name(target);
                self.push(node, declaration(name, None, Some(value)), out);
            }
            "attribute" | "subscript" => {
                let target = self.expression(target);
                self.push(node, StatementKind::Assign { target, operator: None, value }, out);
            }
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list" => {
                let elements = children(target);
                let is_grouping = target.kind() == "tuple_pattern" && !self.slice(target).contains(',');
                match *elements.as_slice() {
                    [only] if is_grouping => self.assign_deeper(only, value, node, out),
                    _ => self.take_apart(&elements, value, node, out),
                }
            }
            "as_pattern_target" | "parenthesized_expression" => {
                for inner in children(target) {
                    self.assign_deeper(inner, value.clone(), node, out);
                }
            }
            "list_splat_pattern" | "list_splat" => {
                for inner in children(target) {
                    let rest = opaque(target, "what `*` collects");
                    self.assign_deeper(inner, rest, node, out);
                }
            }
            kind => self.unread(target, &format!("`{kind}` is assigned to"), out),
        }
    }

    fn assign_deeper(&mut self, target: Node<'_>, value: Expr, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.deeper(|reader| reader.assign(target, value, node, out)).is_none() {
            self.unread(target, "nested too deep to be read", out);
        }
    }

    /// `a, b = e`.
    fn take_apart(
        &mut self,
        elements: &[Node<'_>],
        value: Expr,
        node: Node<'_>,
        out: &mut Vec<HostStatement>,
    ) {
        if elements.iter().all(|element| element.kind() == "identifier") {
            let names = elements.iter().map(|&name| self.name(name)).collect();
            let value = Some(value);
            let declaration = Declaration { names, value, takes_apart: true, ..Declaration::default() };
            return self.push(node, StatementKind::Declare(declaration), out);
        }
        let is_star = |element: &Node<'_>| matches!(element.kind(), "list_splat_pattern" | "list_splat");
        let star = elements.iter().position(is_star);
        // All is computed before the first target is assigned: what may see that write is not computed behind it.
        let may_see_write = |part: &Expr| {
            let text = self.text.get(part.range.clone());
            text.is_none_or(|text| {
                text.contains(['(', '[', '.'])
                    || elements.iter().any(|&target| super::assigned::mentions(text, self.slice(target)))
            })
        };
        let is_computed_once = match self.listed(&value) {
            Some(parts) => parts.iter().skip(1).any(may_see_write),
            None => may_see_write(&value),
        };
        let (value, again) = match (again(&value), is_computed_once) {
            (Some(again), _) => (value, again),
            (None, true) => (shared(&value, TAKEN_APART), shared(&value, TAKEN_APART_AGAIN)),
            (None, false) => (value.clone(), value),
        };
        let mut is_first = true;
        for (index, &element) in elements.iter().enumerate() {
            let value = if is_first { &value } else { &again };
            let is_short = elements.len() <= MAX_UNPACKED;
            let behind = elements.len() - index;
            let part = match star {
                _ if !is_short => None,
                Some(star) if index == star => self.rest(value, index, behind - 1),
                Some(star) if index > star => self.part_behind(value, behind),
                _ => self.part(value, index),
            };
            is_first &= part.is_none();
            let part = part.unwrap_or_else(|| opaque(element, "a part of a value that is taken apart"));
            match children(element).first() {
                Some(&inner) if is_star(&element) => self.assign_deeper(inner, part, node, out),
                _ => self.assign_deeper(element, part, node, out),
            }
        }
    }

    /// What `*` collects: the elements from `start` on but for the last `behind`.
    fn rest(&self, value: &Expr, start: usize, behind: usize) -> Option<Expr> {
        let range = value.range.clone();
        let kind = match self.listed(value) {
            Some(elements) => {
                let end = elements.len().checked_sub(behind)?;
                ExprKind::List(elements.get(start..end)?.to_vec())
            }
            None => {
                let none = ExprKind::Name("None".to_owned());
                let stop = if behind == 0 { none.clone() } else { from_end(behind)? };
                let bounds = [ExprKind::Int(i64::try_from(start).ok()?), stop, none];
                let argument = |kind| Argument { keyword: None, value: Expr { kind, range: range.clone() } };
                let arguments = bounds.into_iter().map(argument).collect();
                let callee = Expr { kind: ExprKind::Name("slice".to_owned()), range: range.clone() };
                let slice = ExprKind::Invoke { callee: Box::new(callee), arguments };
                let indices = vec![Expr { kind: slice, range: range.clone() }];
                ExprKind::Index { base: Box::new(value.clone()), indices }
            }
        };
        Some(Expr { kind, range })
    }

    /// The element of `value` that many from its end.
    fn part_behind(&self, value: &Expr, behind: usize) -> Option<Expr> {
        let part = match self.listed(value) {
            Some(elements) => elements.get(elements.len().checked_sub(behind)?)?.clone(),
            None => {
                let range = value.range.clone();
                let index = Expr { kind: from_end(behind)?, range: range.clone() };
                let kind = ExprKind::Index { base: Box::new(value.clone()), indices: vec![index] };
                Expr { kind, range }
            }
        };
        Some(part)
    }

    /// The elements that a tuple or list spells out.
    fn listed<'e>(&self, value: &'e Expr) -> Option<&'e [Expr]> {
        match &value.kind {
            ExprKind::Tuple(elements) | ExprKind::List(elements)
                if !elements.iter().any(|element| matches!(element.kind, ExprKind::Expand(_))) =>
            {
                Some(elements)
            }
            _ => None,
        }
    }

    /// The element of `value` that belongs to a target.
    fn part(&self, value: &Expr, index: usize) -> Option<Expr> {
        let part = match &value.kind {
            ExprKind::Opaque(_) => value.clone(),
            _ if let Some(elements) = self.listed(value) => elements.get(index)?.clone(),
            _ => {
                let index =
                    Expr { kind: ExprKind::Int(i64::try_from(index).ok()?), range: value.range.clone() };
                let kind = ExprKind::Index { base: Box::new(value.clone()), indices: vec![index] };
                Expr { kind, range: value.range.clone() }
            }
        };
        Some(part)
    }

    /// `for target in ..`, `with .. as target`: a value of which nothing is known.
    pub(super) fn assign_unknown(
        &mut self,
        target: Node<'_>,
        reason: &str,
        node: Node<'_>,
        out: &mut Vec<HostStatement>,
    ) {
        if target.kind() == "identifier" {
            out.push(unknown_value(self.name(target), reason));
        } else {
            self.assign(target, opaque(target, reason), node, out);
        }
    }
}

/// A value as the argument of what says that several targets share it.
fn shared(value: &Expr, how: &str) -> Expr {
    let start = value.range.start;
    let callee = Box::new(Expr { kind: ExprKind::Name(how.to_owned()), range: start..start });
    let arguments = vec![Argument { keyword: None, value: value.clone() }];
    Expr { kind: ExprKind::Invoke { callee, arguments }, range: value.range.clone() }
}

/// A part of a value that is computed once, as targets behind the first take it.
fn again(part: &Expr) -> Option<Expr> {
    let kind = match &part.kind {
        ExprKind::Index { base, indices } => {
            ExprKind::Index { base: Box::new(again(base)?), indices: indices.clone() }
        }
        ExprKind::Invoke { callee, arguments } => match &callee.kind {
            ExprKind::Name(name) if name == TAKEN_APART || name == TAKEN_APART_AGAIN => {
                let kind = ExprKind::Name(TAKEN_APART_AGAIN.to_owned());
                let callee = Box::new(Expr { kind, range: callee.range.clone() });
                ExprKind::Invoke { callee, arguments: arguments.clone() }
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Expr { kind, range: part.range.clone() })
}

/// An index that counts from the end.
fn from_end(behind: usize) -> Option<ExprKind> {
    i64::try_from(behind).ok()?.checked_neg().map(ExprKind::Int)
}
