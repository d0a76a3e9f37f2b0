//! Statements of Rust.

use tree_sitter::Node;

use super::pattern::Binding;
use super::{Reader, children, opaque, unknown_assignment, unknown_value};
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::{HostStatement, Jump, StatementKind};

/// How many arms of a `match` are read; each lies inside the one before.
const MAX_ARMS: usize = 32;

impl Reader<'_> {
    /// The statements of a block. `is_returned` says that its value is the function's.
    pub(super) fn block(&mut self, block: Node<'_>, is_returned: bool, out: &mut Vec<HostStatement>) {
        let nodes = children(block);
        let count = nodes.len();
        for (index, node) in nodes.into_iter().enumerate() {
            let is_last = is_returned && index + 1 == count;
            match self.is_conditional(node) {
                true => self.conditional_statement(node, is_last, out),
                false => self.statement(node, is_last, out),
            }
        }
    }

    /// Whether `#[cfg(..)]` stands before a statement.
    fn is_conditional(&self, node: Node<'_>) -> bool {
        if node.kind() == "use_declaration" {
            return false;
        }
        let attributes = std::iter::successors(node.prev_named_sibling(), Node::prev_named_sibling);
        attributes
            .take_while(|node| matches!(node.kind(), "attribute_item" | "line_comment" | "block_comment"))
            .any(|node| self.slice(node).trim_start_matches(['#', '[', ' ']).starts_with("cfg("))
    }

    /// A statement that is compiled or not: what it binds has no certain value behind it.
    fn conditional_statement(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let reason = "compiled under a condition";
        let mut then = Vec::new();
        self.statement(node, is_last, &mut then);
        let condition = opaque(node, reason);
        let kind = StatementKind::If { condition, is_constant: false, then, otherwise: Vec::new() };
        self.push(node, kind, out);
        // A variable that it shadows is known no longer.
        if node.kind() == "let_declaration" {
            let names = node.child_by_field_name("pattern").map(|bound| self.names_of(bound));
            let names = names.unwrap_or_default();
            out.extend(names.into_iter().map(|name| unknown_assignment(name, reason)));
        } else if let Some(name) = node.child_by_field_name("name").filter(|_| node.kind().ends_with("_item"))
        {
            out.push(unknown_value(self.name(name), reason));
        }
        if is_last {
            let value = opaque(node, reason);
            self.push(node, StatementKind::Return(Some(value)), out);
        }
    }

    fn statement(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let first = out.len();
        if self.deeper(|reader| reader.statement_here(node, is_last, out)).is_none() {
            self.unread(node, "nested too deep to be read", out);
        }
        // The last statement is the function's value, whatever it is.
        if is_last && matches!(out.get(first), Some(HostStatement { kind: StatementKind::Unread(_), .. })) {
            let value = opaque(node, "what is returned is not read");
            self.push(node, StatementKind::Return(Some(value)), out);
        }
    }

    /// Adds a statement, and behind it the names that blocks inside of it assign.
    pub(super) fn push(&mut self, node: Node<'_>, kind: StatementKind, out: &mut Vec<HostStatement>) {
        out.push(HostStatement { kind, range: node.byte_range() });
        let reason = "assigned in a block inside of an expression";
        out.extend(self.assigned.drain(..).map(|name| unknown_assignment(name, reason)));
    }

    fn statement_here(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        match node.kind() {
            "expression_statement" => {
                let ends = self.slice(node).ends_with(';');
                if let Some(&inner) = children(node).first() {
                    self.statement_here(inner, is_last && !ends, out);
                }
            }
            "if_expression" => self.if_statement(node, is_last, out),
            "match_expression" => self.match_statement(node, is_last, out),
            "for_expression" | "while_expression" | "loop_expression" => self.loop_statement(node, out),
            "block" | "unsafe_block" => {
                let mut body = Vec::new();
                let block = if node.kind() == "block" { Some(node) } else { children(node).first().copied() };
                if let Some(block) = block {
                    self.block(block, is_last, &mut body);
                }
                self.push(node, StatementKind::Block(body), out);
            }
            _ if node.has_error() && node.kind() != "function_item" => {
                self.unread(node, "a syntax error", out)
            }
            "let_declaration" => self.let_declaration(node, out),
            "function_item" => match self.function(node, Vec::new()) {
                Some(function) => self.push(node, StatementKind::Function(function), out),
                None => self.unread(node, "a function without a name", out),
            },
            "struct_item" | "enum_item" | "union_item" => match self.class(node, Vec::new()) {
                Some(class) => self.push(node, StatementKind::Class(class), out),
                None => self.unread(node, "a type without a name", out),
            },
            "const_item" | "static_item" | "type_item" => {
                let kind = self.constant(node);
                self.push(node, kind, out);
            }
            "use_declaration" => self.use_declaration(node),
            "empty_statement" | "macro_definition" | "impl_item" | "trait_item" | "mod_item" => {}
            _ => self.expression_statement(node, is_last, out),
        }
    }

    fn expression_statement(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let kind = match node.kind() {
            "return_expression" => {
                let value = children(node).first().map(|&value| self.expression(value));
                StatementKind::Return(value)
            }
            "break_expression" => StatementKind::Jump(Jump::Break),
            "continue_expression" => StatementKind::Jump(Jump::Continue),
            "macro_invocation" if self.ends_function(node) => StatementKind::Jump(Jump::Raise),
            "assignment_expression" | "compound_assignment_expr" => return self.assignment(node, out),
            _ if is_last => StatementKind::Return(Some(self.expression(node))),
            _ => StatementKind::Expression(self.expression(node)),
        };
        self.push(node, kind, out);
    }

    /// `panic!(..)` and its like.
    fn ends_function(&self, node: Node<'_>) -> bool {
        let name = node.child_by_field_name("macro").map(|name| self.slice(name));
        matches!(name, Some("panic" | "unreachable" | "todo" | "unimplemented"))
    }

    fn let_declaration(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let field = |name| node.child_by_field_name(name);
        let Some(pattern) = field("pattern") else { return self.unread(node, "a syntax error", out) };
        let value = field("value").map(|value| self.expression(value));
        let binding = Binding {
            pattern,
            is_reference: field("type").is_some_and(|written| written.kind() == "reference_type"),
            declared_type: field("type").map(|written| self.type_name(written)),
            // `let x;` is assigned later.
            value: Some(value.unwrap_or_else(|| opaque(node, "assigned later"))),
            changes: field("value").is_none()
                || children(node).iter().any(|child| child.kind() == "mutable_specifier"),
        };
        self.bind(binding, node, out);
        if let Some(block) = field("alternative") {
            let condition = opaque(block, "whether the pattern fails to match");
            let mut then = Vec::new();
            self.block(block, false, &mut then);
            let kind = StatementKind::If { condition, is_constant: false, then, otherwise: Vec::new() };
            self.push(block, kind, out);
        }
    }

    fn assignment(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(right)) = (field("left"), field("right")) else {
            return self.unread(node, "a syntax error", out);
        };
        let (target, mut value) = (self.expression(left), self.expression(right));
        let sign = field("operator").map(|sign| sign.kind().trim_end_matches('='));
        let operator: Option<BinaryOperator> = sign.and_then(super::expression::operator);
        if sign.is_some() && operator.is_none() {
            value = opaque(node, "an operator that is not read");
        }
        self.push(node, StatementKind::Assign { target, operator, value }, out);
    }

    fn if_statement(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let mut then = Vec::new();
        let condition = match node.child_by_field_name("condition") {
            Some(condition) => self.condition(condition, &mut then),
            None => opaque(node, "the condition is missing"),
        };
        if let Some(block) = node.child_by_field_name("consequence") {
            self.block(block, is_last, &mut then);
        }
        let mut otherwise = Vec::new();
        for clause in node.child_by_field_name("alternative").map(children).unwrap_or_default() {
            if clause.kind() == "block" {
                self.block(clause, is_last, &mut otherwise);
            } else {
                self.statement(clause, is_last, &mut otherwise);
            }
        }
        self.push(node, StatementKind::If { condition, is_constant: false, then, otherwise }, out);
    }

    /// A condition; the names that its patterns bind are declared in the branch that they hold for.
    fn condition(&mut self, node: Node<'_>, then: &mut Vec<HostStatement>) -> Expr {
        if node.has_error() {
            self.unread(node, "a syntax error", then);
            return opaque(node, "a syntax error");
        }
        match node.kind() {
            "let_condition" => {
                let field = |name| node.child_by_field_name(name);
                if let (Some(pattern), Some(value)) = (field("pattern"), field("value")) {
                    let value = Some(self.expression(value));
                    let (declared_type, is_reference, changes) = (None, false, false);
                    let binding = Binding { pattern, declared_type, is_reference, value, changes };
                    self.bind(binding, node, then);
                }
                opaque(node, "whether the pattern matches")
            }
            "let_chain" => {
                for part in children(node) {
                    if self.deeper(|reader| reader.condition(part, then)).is_none() {
                        self.unread(part, "nested too deep to be read", then);
                    }
                }
                opaque(node, "several conditions with patterns")
            }
            _ => self.expression(node),
        }
    }

    fn loop_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut body = Vec::new();
        let field = |name| node.child_by_field_name(name);
        let mut variables = Vec::new();
        if let Some(pattern) = field("pattern") {
            variables = self.names_of(pattern);
        }
        let over = match field("value") {
            Some(over) if over.has_error() => Some(opaque(over, "a syntax error")),
            // One name takes the elements as they are; of others the loop's evaluation knows nothing.
            Some(over) if field("pattern").is_some_and(|pattern| pattern.kind() == "identifier") => {
                Some(self.expression(over))
            }
            Some(over) => Some(opaque(over, "the loop's pattern is no plain name")),
            None => None,
        };
        if let Some(condition) = field("condition") {
            self.condition(condition, &mut body);
        }
        if let Some(block) = field("body") {
            self.block(block, false, &mut body);
        }
        self.push(node, StatementKind::Loop { variables, counts: false, over, condition: None, body }, out);
    }

    /// `match`: one of its arms; which one is not known.
    fn match_statement(&mut self, node: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let arms = node.child_by_field_name("body").map(children).unwrap_or_default();
        if arms.is_empty() || arms.len() > MAX_ARMS {
            return self.unread(node, "a `match` of more arms than are read", out);
        }
        // Any of the conditions of the arms may be computed, whichever arm is taken.
        for arm in &arms {
            let pattern = arm.child_by_field_name("pattern");
            if let Some(condition) = pattern.and_then(|pattern| pattern.child_by_field_name("condition")) {
                self.expression(condition);
            }
        }
        if let Some(value) = node.child_by_field_name("value") {
            let value = self.expression(value);
            self.push(node, StatementKind::Expression(value), out);
        }
        let mut arms = arms.into_iter().rev();
        let mut chosen = Vec::new();
        if let Some(last) = arms.next() {
            self.arm(last, is_last, &mut chosen);
        }
        for arm in arms {
            let mut then = Vec::new();
            self.arm(arm, is_last, &mut then);
            let condition = opaque(arm, "whether the pattern matches");
            let kind = StatementKind::If { condition, is_constant: false, then, otherwise: chosen };
            chosen = vec![HostStatement { kind, range: arm.byte_range() }];
        }
        self.push(node, StatementKind::Block(chosen), out);
    }

    fn arm(&mut self, arm: Node<'_>, is_last: bool, out: &mut Vec<HostStatement>) {
        let field = |name| arm.child_by_field_name(name);
        let (Some(pattern), Some(value)) = (field("pattern"), field("value")) else {
            return self.unread(arm, "a syntax error", out);
        };
        // The last child of a pattern with a condition is that condition.
        let pattern = children(pattern).first().copied().unwrap_or(pattern);
        let names = self.names_of(pattern);
        out.extend(names.into_iter().map(|name| unknown_value(name, "bound by a pattern")));
        if value.kind() == "block" {
            self.block(value, is_last, out);
        } else {
            self.statement(value, is_last, out);
        }
    }

    /// Notes what the blocks inside of an expression assign, which is not read as statements.
    pub(super) fn note_assignments(&mut self, node: Node<'_>) -> ExprKind {
        self.assigned.extend(super::broken::names(self.text, node.byte_range()).assigned);
        ExprKind::Opaque(format!("`{}` is not read", node.kind().replace('_', " ")).into())
    }
}
