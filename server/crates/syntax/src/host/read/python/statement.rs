//! Statements of Python.

use tree_sitter::Node;

use super::{Reader, children, opaque, unknown_value};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, Jump, StatementKind};

impl Reader<'_> {
    /// The statements of a block or module, in order.
    pub(super) fn statements(&mut self, block: Node<'_>, out: &mut Vec<HostStatement>) {
        for node in children(block) {
            self.statement(node, out);
        }
    }

    /// The statements of the block that is a field of `node`.
    pub(super) fn block(&mut self, node: Node<'_>, field: &str) -> Vec<HostStatement> {
        let mut out = Vec::new();
        if let Some(block) = node.child_by_field_name(field) {
            self.block_statements(block, &mut out);
        }
        out
    }

    /// The statements of a block, wherever they are.
    pub(super) fn block_statements(&mut self, block: Node<'_>, out: &mut Vec<HostStatement>) {
        match self.take_left_out(block) {
            Some(lines) => self.suite(lines, out),
            None => self.statements(block, out),
        }
    }

    /// Adds a statement, and before it the names that `:=` binds inside of it.
    pub(super) fn push(&mut self, node: Node<'_>, kind: StatementKind, out: &mut Vec<HostStatement>) {
        self.push_bound(out);
        out.push(HostStatement { kind, range: self.range(node) });
    }

    /// Adds the names that `:=` bound in what was read last.
    pub(super) fn push_bound(&mut self, out: &mut Vec<HostStatement>) {
        let reason = "bound inside of an expression by `:=`";
        out.extend(self.bound.drain(..).map(|name| unknown_value(name, reason)));
    }

    pub(super) fn statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.deeper(|reader| reader.statement_here(node, out)).is_none() {
            self.unread(node, "nested too deep to be read", out);
        }
    }

    fn statement_here(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        match node.kind() {
            "function_definition" | "class_definition" | "decorated_definition" => {
                return self.definition(node, out);
            }
            "if_statement" => return self.if_statement(node, out),
            "for_statement" => return self.for_statement(node, out),
            "while_statement" => return self.while_statement(node, out),
            "with_statement" => return self.with_statement(node, out),
            "try_statement" => return self.try_statement(node, out),
            "match_statement" => return self.match_statement(node, out),
            _ => {}
        }
        match node.kind() {
            "import_statement" => self.import(node, out),
            "import_from_statement" => self.import_from(node, out),
            "future_import_statement" | "pass_statement" => {}
            "expression_statement" if self.may_be_argument(node) => self.unread(node, "a syntax error", out),
            "expression_statement" => self.expression_statement(node, out),
            "return_statement" => {
                let value = children(node).first().map(|&value| self.expression(value));
                self.push(node, StatementKind::Return(value), out);
            }
            "assert_statement" => {
                if let Some(&claim) = children(node).first() {
                    let claim = self.expression(claim);
                    self.push(node, StatementKind::Assert(claim), out);
                }
            }
            "raise_statement" => {
                if let Some(calls) = self.raised_calls(node) {
                    self.push(node, StatementKind::Expression(calls), out);
                }
                self.push(node, StatementKind::Jump(Jump::Raise), out);
            }
            "break_statement" => self.push(node, StatementKind::Jump(Jump::Break), out),
            "continue_statement" => self.push(node, StatementKind::Jump(Jump::Continue), out),
            "delete_statement" => self.delete(node, out),
            "global_statement" => {
                let names: Vec<_> = children(node).into_iter().map(|name| self.name(name)).collect();
                self.outer_names.extend(names.iter().map(|name: &Name| (name.text.clone(), true)));
                self.globals.extend(names);
            }
            "nonlocal_statement" => {
                let names: Vec<_> = children(node).into_iter().map(|name| self.name(name)).collect();
                self.outer_names.extend(names.iter().map(|name: &Name| (name.text.clone(), false)));
                self.nonlocals.extend(names);
            }
            "type_alias_statement" => self.type_alias(node, out),
            kind => self.unread(node, &format!("`{kind}` is not read"), out),
        }
    }

    fn expression_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        match *children(node).as_slice() {
            [child] => match child.kind() {
                "assignment" => self.assignment(child, out),
                "augmented_assignment" => self.augmented_assignment(child, out),
                // A string alone is documentation.
                "string" | "concatenated_string" if !self.slice(child).contains('{') => {}
                _ => {
                    let value = self.expression(child);
                    let kind = match self.is_object_rebound() {
                        true => StatementKind::Expression(value),
                        false => assigned_attribute(value),
                    };
                    self.push(node, kind, out);
                }
            },
            _ => {
                let value = self.sequence(node);
                self.push(node, StatementKind::Expression(value), out);
            }
        }
    }

    /// Whether the file gives the name `object` to something of its own.
    fn is_object_rebound(&self) -> bool {
        ["object =", "as object", "class object", "def object"]
            .iter()
            .any(|binding| self.text.contains(binding))
    }

    /// What is given to the exception that is raised, where that calls something.
    fn raised_calls(&mut self, node: Node<'_>) -> Option<Expr> {
        let raised = *children(node).first()?;
        let given = raised.child_by_field_name("arguments")?;
        let calls = |node: &Node<'_>| {
            let text = self.slice(*node);
            text.contains('(') && !matches!(node.kind(), "string" | "concatenated_string")
        };
        let given: Vec<Node<'_>> = children(given).into_iter().filter(calls).collect();
        if given.is_empty() {
            return None;
        }
        let elements = given.into_iter().map(|given| match given.child_by_field_name("value") {
            Some(value) if given.kind() == "keyword_argument" => self.expression(value),
            _ => self.expression(given),
        });
        Some(Expr { kind: ExprKind::Tuple(elements.collect()), range: raised.byte_range() })
    }

    /// `del x`: the name has no value any longer; `del x[0]`: the other elements of `x` move.
    fn delete(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        for target in children(node) {
            let targets = if target.kind() == "expression_list" { children(target) } else { vec![target] };
            for target in targets {
                let value = opaque(target, "deleted");
                if target.kind() == "subscript"
                    && let Some(changed) = target.child_by_field_name("value")
                {
                    // Which elements move is not followed: it is as if one was assigned of which nothing is known.
                    let base = Box::new(self.expression(changed));
                    let mut cursor = target.walk();
                    let read: Vec<Node<'_>> =
                        target.children_by_field_name("subscript", &mut cursor).collect();
                    let mut parts: Vec<Expr> = read.into_iter().map(|index| self.expression(index)).collect();
                    // What an index does, it does all the same.
                    parts.push(opaque(target, "deleted"));
                    let indices = vec![Expr { kind: ExprKind::Comma(parts), range: target.byte_range() }];
                    let kind = ExprKind::Index { base, indices };
                    let target = Expr { kind, range: target.byte_range() };
                    self.push(node, StatementKind::Assign { target, operator: None, value }, out);
                } else {
                    self.assign(target, value, node, out);
                }
            }
        }
    }

    /// What is not understood; the names that it may assign have no certain value from here on.
    pub(super) fn unread(&mut self, node: Node<'_>, reason: &str, out: &mut Vec<HostStatement>) {
        self.recovery.unread += 1;
        // Of what has a syntax error, the tree cannot be trusted.
        let calls = if node.has_error() { None } else { self.unread_calls(node) };
        self.push(node, StatementKind::Unread(reason.to_owned()), out);
        out.extend(calls.map(|calls| HostStatement {
            range: calls.range.clone(),
            kind: StatementKind::Expression(calls),
        }));
        out.extend(super::assigned::by_unread(self.text, node.byte_range(), reason));
    }
}

/// `object.__setattr__(x, "name", value)` assigns an attribute, of frozen dataclasses too: `x.name = value`.
fn assigned_attribute(call: Expr) -> StatementKind {
    let is_it = match &call.kind {
        ExprKind::Invoke { callee, arguments } => {
            is_of_object(callee)
                && matches!(arguments.as_slice(), [object, name, _]
                    if arguments.iter().all(|argument| argument.keyword.is_none())
                        && matches!(object.value.kind, ExprKind::Name(_))
                        && matches!(&name.value.kind, ExprKind::Text(text) if is_identifier(text)))
        }
        _ => false,
    };
    if !is_it {
        return StatementKind::Expression(call);
    }
    let range = call.range.clone();
    let ExprKind::Invoke { arguments, .. } = call.kind else { return StatementKind::Expression(call) };
    let mut values = arguments.into_iter().map(|argument| argument.value);
    let (Some(object), Some(name), Some(value)) = (values.next(), values.next(), values.next()) else {
        return StatementKind::Expression(Expr { kind: ExprKind::Opaque("a call".into()), range });
    };
    let text = match &name.kind {
        ExprKind::Text(text) => text.to_string(),
        _ => String::new(),
    };
    let member = Name { text, range: name.range };
    let kind = ExprKind::Member { base: Box::new(object), name: member };
    StatementKind::Assign { target: Expr { kind, range }, operator: None, value }
}

/// `object.__setattr__`.
fn is_of_object(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Member { base, name }
        if name.text == "__setattr__" && matches!(&base.kind, ExprKind::Name(base) if base == "object"))
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
