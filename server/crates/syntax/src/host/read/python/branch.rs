//! Statements that hold statements: branches, loops, `with`, `try`, `match`.
//!
//! What decides at run time whether a handler or a case is run is a condition of which nothing is known.

use std::collections::HashSet;

use tree_sitter::Node;

use super::{Reader, assigned, children, import, opaque, unknown_value};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{HostStatement, StatementKind};

/// How many handlers of a `try` or cases of a `match` are read; each lies inside the one before.
const MAX_BRANCHES: usize = 32;

impl Reader<'_> {
    pub(super) fn if_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut cursor = node.walk();
        let alternatives: Vec<_> = node.children_by_field_name("alternative", &mut cursor).collect();
        let kind = self.branch(node, &alternatives, out);
        self.push(node, kind, out);
    }

    /// `if` or `elif`, with the clauses that follow it.
    fn branch(
        &mut self,
        node: Node<'_>,
        alternatives: &[Node<'_>],
        out: &mut Vec<HostStatement>,
    ) -> StatementKind {
        let (condition, is_constant) = match node.child_by_field_name("condition") {
            Some(condition) => self.condition(condition),
            None => (opaque(node, "the condition is missing"), false),
        };
        self.push_bound(out);
        let then = self.block(node, "consequence");
        let mut otherwise = Vec::new();
        match alternatives {
            [clause, rest @ ..] if clause.kind() == "elif_clause" => {
                let nested = self.deeper(|reader| reader.branch(*clause, rest, &mut otherwise));
                match nested {
                    Some(kind) => self.push(*clause, kind, &mut otherwise),
                    None => self.unread(node, "more `elif` than are read", &mut otherwise),
                }
            }
            [clause, ..] => {
                otherwise.extend(self.block(*clause, "body"));
            }
            [] => {}
        }
        StatementKind::If { condition, is_constant, then, otherwise }
    }

    /// A condition without the `const_expr` around it, and whether it had one.
    pub(super) fn condition(&mut self, node: Node<'_>) -> (Expr, bool) {
        let condition = self.sequence_or_expression(node);
        match unwrap_const_expr(condition) {
            Ok(condition) => (condition, true),
            Err(condition) => (condition, false),
        }
    }

    pub(super) fn for_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let (Some(target), Some(over)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return self.unread(node, "a loop without its head", out);
        };
        let mut body = Vec::new();
        let variables = self.loop_variables(target);
        let over = if variables.is_some() {
            self.sequence_or_expression(over)
        } else {
            let over = opaque(over, "the loop's variable is no plain name");
            self.assign_unknown(target, "it differs from round to round", target, &mut body);
            over
        };
        self.push_bound(out);
        body.extend(self.block(node, "body"));
        let over = Some(over);
        let variables = variables.unwrap_or_default();
        self.push(node, StatementKind::Loop { variables, counts: false, over, condition: None, body }, out);
        self.behind_loop(node, out);
    }

    /// The variables of a loop; `None` when they are not all plain names.
    pub(super) fn loop_variables(&self, target: Node<'_>) -> Option<Vec<Name>> {
        match target.kind() {
            "identifier" => Some(vec![self.name(target)]),
            "pattern_list" | "tuple_pattern" => {
                let names = children(target);
                let are_names = names.len() > 1 && names.iter().all(|name| name.kind() == "identifier");
                are_names.then(|| names.into_iter().map(|name| self.name(name)).collect())
            }
            _ => None,
        }
    }

    pub(super) fn while_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let (mut over, mut asked, mut again) = (None, None, None);
        if let Some(condition) = node.child_by_field_name("condition") {
            // Read for the names that it binds.
            let (held, is_constant) = self.condition(condition);
            // What it binds is bound before the loop only.
            again = Some(held.clone()).filter(|_| !self.slice(condition).contains(":="));
            over = is_constant.then(|| opaque(condition, "how many rounds `const_expr` allows"));
            self.push_bound(out);
            // What it does, it does at least once.
            if self.slice(condition).contains('(') {
                self.push(condition, StatementKind::Expression(held.clone()), out);
                asked = Some(HostStatement {
                    kind: StatementKind::Expression(held),
                    range: condition.byte_range(),
                });
            }
        }
        let mut body = self.block(node, "body");
        body.extend(asked);
        self.push(
            node,
            StatementKind::Loop { variables: Vec::new(), counts: false, over, condition: again, body },
            out,
        );
        self.behind_loop(node, out);
    }

    /// The `else` of a loop: run unless the loop ended by `break`.
    fn behind_loop(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Some(clause) = node.child_by_field_name("alternative") else { return };
        let then = self.block(clause, "body");
        let condition = opaque(clause, Opaque::LoopEndedByBreak);
        let kind = StatementKind::If { condition, is_constant: false, then, otherwise: Vec::new() };
        self.push(clause, kind, out);
    }

    pub(super) fn with_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut body = Vec::new();
        let clauses = children(node).into_iter().filter(|child| child.kind() == "with_clause");
        for item in clauses.flat_map(children) {
            let Some(value) = item.child_by_field_name("value") else {
                self.unread(item, "a syntax error", &mut body);
                continue;
            };
            if value.kind() == "as_pattern" {
                self.with_name(value, &mut body);
            } else {
                let value = self.expression(value);
                self.push(item, StatementKind::Expression(value), &mut body);
            }
        }
        let inner = self.block(node, "body");
        if self.may_swallow(node) {
            let condition = opaque(node, Opaque::ExceptionIsRaised);
            let kind =
                StatementKind::If { condition, is_constant: false, then: inner, otherwise: Vec::new() };
            body.push(HostStatement { kind, range: self.range(node) });
        } else {
            body.extend(inner);
        }
        self.push(node, StatementKind::Block(body), out);
    }

    /// Whether what a `with` holds may end an exception: what says so by its name, and what is no function of a module.
    fn may_swallow(&self, node: Node<'_>) -> bool {
        let clauses = children(node).into_iter().filter(|child| child.kind() == "with_clause");
        clauses.flat_map(children).any(|item| {
            let text = self.slice(item);
            let callee = text.split(['(', ' ']).next().unwrap_or_default();
            text.contains("suppress")
                || text.contains("raises")
                || callee.starts_with(char::is_uppercase) && !callee.contains('.')
        })
    }

    /// `e as x`.
    fn with_name(&mut self, pattern: Node<'_>, body: &mut Vec<HostStatement>) {
        for child in children(pattern) {
            if child.kind() == "as_pattern_target" {
                for target in children(child) {
                    self.assign_unknown(target, "what `with` gives is not known", target, body);
                }
            } else {
                let value = self.expression(child);
                self.push(child, StatementKind::Expression(value), body);
            }
        }
    }

    /// `try`: all of its body is run and no handler, or a part of its body and a handler.
    pub(super) fn try_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut clauses = children(node).into_iter().filter(|child| child.kind() == "finally_clause");
        if let Some(clause) = clauses.next() {
            let text = self.slice(clause);
            if ["return", "break", "continue"].iter().any(|word| assigned::mentions(text, word)) {
                let reason = "a `finally` that goes elsewhere";
                out.extend(assigned::touched_in(self.text, node.byte_range(), node.byte_range(), reason));
                return self.unread(node, reason, out);
            }
        }
        let first_import = self.imports.len();
        let mut then = self.block(node, "body");
        let imports = self.imports.get(first_import..).unwrap_or_default();
        let imported: HashSet<String> = imports.iter().filter_map(|import| import.alias.clone()).collect();
        let (mut handlers, mut finally) = (Vec::new(), Vec::new());
        for clause in children(node) {
            match clause.kind() {
                "else_clause" => then.extend(self.block(clause, "body")),
                "finally_clause" => finally.extend(self.clause_block(clause)),
                "except_clause" => handlers.push(self.handler(clause)),
                _ => {}
            }
        }
        let mut body = then;
        if !handlers.is_empty() {
            let otherwise = self.handlers(node, handlers, &imported);
            let condition = opaque(node, Opaque::ExceptionIsRaised);
            let kind = StatementKind::If { condition, is_constant: false, then: body, otherwise };
            body = vec![HostStatement { kind, range: self.range(node) }];
        }
        if !finally.is_empty() {
            body.push(HostStatement { kind: StatementKind::Finally(finally), range: self.range(node) });
        }
        self.push(node, StatementKind::Block(body), out);
    }

    /// What is done when an exception is raised. What stands in for a module that cannot be imported is left out: code
    /// that uses the module is only run where there is one.
    fn handlers(
        &mut self,
        node: Node<'_>,
        mut handlers: Vec<Vec<HostStatement>>,
        imported: &HashSet<String>,
    ) -> Vec<HostStatement> {
        let mut out = Vec::new();
        if let Some(body) = node.child_by_field_name("body") {
            let reason = "an exception may have come before or behind its assignment";
            out = assigned::changed_in(self.text, self.block_range(body), node.byte_range(), reason);
        }
        for statements in handlers.iter_mut().chain([&mut out]) {
            statements.retain(|statement| {
                import::is_import(statement) || !imported.contains(assigned_name(statement))
            });
        }
        out.extend(self.one_of(node, handlers, &Opaque::WhichException));
        out
    }

    /// `except E as e: ..`.
    fn handler(&mut self, clause: Node<'_>) -> Vec<HostStatement> {
        let mut out = Vec::new();
        for head in children(clause).into_iter().filter(|child| child.kind() == "as_pattern") {
            for target in children(head).into_iter().filter(|child| child.kind() == "as_pattern_target") {
                out.extend(
                    children(target).into_iter().map(|name| unknown_value(self.name(name), "an exception")),
                );
            }
        }
        if let Some(name) = clause.child_by_field_name("alias") {
            out.push(unknown_value(self.name(name), "an exception"));
        }
        out.extend(self.clause_block(clause));
        out
    }

    /// The block of a clause, which is no field of it.
    fn clause_block(&mut self, clause: Node<'_>) -> Vec<HostStatement> {
        let mut out = Vec::new();
        for block in children(clause).into_iter().filter(|child| child.kind() == "block") {
            self.block_statements(block, &mut out);
        }
        out
    }

    /// `match`: one of its cases, or none.
    pub(super) fn match_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Some(block) = node.child_by_field_name("body") else {
            return self.unread(node, "a syntax error", out);
        };
        let mut cursor = node.walk();
        for subject in node.children_by_field_name("subject", &mut cursor) {
            let value = self.expression(subject);
            self.push(subject, StatementKind::Expression(value), out);
        }
        let mut cases = Vec::new();
        let mut takes_all = false;
        for clause in children(block).into_iter().filter(|child| child.kind() == "case_clause") {
            let mut case = Vec::new();
            let mut patterns = children(clause).into_iter().filter(|child| child.kind() == "case_pattern");
            takes_all = patterns.clone().all(|pattern| self.slice(pattern) == "_")
                && clause.child_by_field_name("guard").is_none();
            patterns.by_ref().for_each(|pattern| self.captures(pattern, &mut case));
            // Whether a guard is asked is as open as whether its case is run.
            if let Some(guard) = clause.child_by_field_name("guard") {
                let calls = self.unread_calls(guard);
                self.push_bound(out);
                out.extend(calls.map(|calls| HostStatement {
                    range: calls.range.clone(),
                    kind: StatementKind::Expression(calls),
                }));
            }
            case.extend(self.block(clause, "consequence"));
            cases.push(case);
        }
        if !takes_all {
            cases.push(Vec::new());
        }
        let statements = self.one_of(node, cases, &Opaque::WhichCase);
        out.extend(statements);
    }

    /// The names that a pattern binds: not those of a class and of its members.
    fn captures(&self, pattern: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut pending = children(pattern);
        while let Some(node) = pending.pop() {
            match node.kind() {
                "identifier" => out.push(unknown_value(self.name(node), "what a pattern captures")),
                // A dotted name is a constant that the value is compared with, a plain one captures it.
                "dotted_name" if !self.slice(node).contains('.') => pending.extend(children(node)),
                "dotted_name" => {}
                "class_pattern" | "keyword_pattern" => pending.extend(children(node).into_iter().skip(1)),
                _ => pending.extend(children(node)),
            }
        }
    }

    /// One of several branches is run; which is not known.
    fn one_of(
        &mut self,
        node: Node<'_>,
        mut branches: Vec<Vec<HostStatement>>,
        reason: &Opaque,
    ) -> Vec<HostStatement> {
        if branches.len() > MAX_BRANCHES {
            let mut out = Vec::new();
            self.unread(node, "more branches than are read", &mut out);
            return out;
        }
        let mut chosen = branches.pop().unwrap_or_default();
        while let Some(then) = branches.pop() {
            let condition = opaque(node, reason.clone());
            let kind = StatementKind::If { condition, is_constant: false, then, otherwise: chosen };
            chosen = vec![HostStatement { kind, range: node.byte_range() }];
        }
        chosen
    }
}

/// A condition without the `const_expr(..)` around it; the condition itself when there is none.
fn unwrap_const_expr(condition: Expr) -> Result<Expr, Expr> {
    let Expr { kind, range } = condition;
    match kind {
        // `not const_expr(..)` is of run time: what counts is what stands around the whole.
        ExprKind::Not(inner) => {
            let (Ok(inner) | Err(inner)) = unwrap_const_expr(*inner);
            Err(Expr { kind: ExprKind::Not(Box::new(inner)), range })
        }
        ExprKind::Invoke { callee, mut arguments }
            if arguments.len() == 1 && super::call::is_named(&callee, "const_expr") =>
        {
            let inner = arguments.pop().map(|argument| argument.value);
            inner.ok_or(Expr { kind: ExprKind::Opaque("`const_expr` of nothing".into()), range })
        }
        kind => Err(Expr { kind, range }),
    }
}

/// The one name that a statement assigns; empty when it is another statement.
fn assigned_name(statement: &HostStatement) -> &str {
    match &statement.kind {
        StatementKind::Declare(declaration) => match declaration.names.as_slice() {
            [name] => &name.text,
            _ => "",
        },
        StatementKind::Assign { target: Expr { kind: ExprKind::Name(name), .. }, .. } => name,
        StatementKind::Function(function) => &function.name.text,
        StatementKind::Class(class) => &class.name.text,
        _ => "",
    }
}
