//! Loops of `constexpr` functions, in the form in which their rounds are run one after the other: `while (true)` with a
//! `break` where the condition does not hold.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader,
    control::declares,
    field::{self, FieldOf as _},
    jumps_inside::jumps_inside,
    named_children,
};
use crate::expr::{Expr, ExprKind};
use crate::program::{Function, HostStatement, Jump, StatementKind};

/// Whether the compiler may run a function.
pub(super) fn is_compiled(function: &Function) -> bool {
    let is_word = |word: &Expr| matches!(&word.kind, ExprKind::Name(name) if matches!(name.as_str(), "constexpr" | "consteval"));
    function.attributes.iter().any(is_word)
}

impl Reader<'_> {
    /// `for (init; condition; update)`; what its head declares is declared around it.
    pub(super) fn compiled_for(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut around = Vec::new();
        match node.field(&field::INITIALIZER) {
            Some(declared) if declared.word() == "declaration" => {
                self.declaration(declared, Vec::new(), Place::Function, &mut around);
            }
            Some(expression) => self.run(expression, expression, &mut around),
            None => {}
        }
        let mut body = Vec::new();
        if let Some(condition) = node.field(&field::CONDITION) {
            self.last_round(condition, node, &mut body);
        }
        let inside = self.branch(node, node.field(&field::BODY));
        // It goes on at the update.
        let is_open = jumps_inside(&inside, Jump::Continue);
        self.round(node, inside, &mut body);
        if let Some(update) = node.field(&field::UPDATE) {
            self.run(update, update, &mut body);
        }
        self.compiled_loop(node, is_open, body, &mut around);
        self.push(out, node, StatementKind::Block(around));
    }

    /// `while (condition)`, `do .. while (condition)`.
    pub(super) fn compiled_while(
        &mut self,
        node: Node<'_>,
        condition: Node<'_>,
        out: &mut Vec<HostStatement>,
    ) {
        let mut body = Vec::new();
        let is_first = node.word() == "while_statement";
        if is_first {
            self.last_round(condition, node, &mut body);
        }
        let inside = self.branch(node, node.field(&field::BODY));
        // That of a `do` goes on at the condition.
        let is_open = !is_first && jumps_inside(&inside, Jump::Continue);
        self.round(node, inside, &mut body);
        if !is_first {
            self.last_round(condition, node, &mut body);
        }
        self.compiled_loop(node, is_open, body, out);
    }

    /// What is repeated; neither the update nor the condition sees what it declares.
    fn round(&mut self, node: Node<'_>, inside: Vec<HostStatement>, body: &mut Vec<HostStatement>) {
        let of = node.field(&field::BODY).unwrap_or(node);
        match declares(&inside) {
            true => self.push(body, of, StatementKind::Block(inside)),
            false => body.extend(inside),
        }
    }

    fn last_round(&mut self, condition: Node<'_>, of: Node<'_>, body: &mut Vec<HostStatement>) {
        let value = match self.assigned(condition) {
            // `while (n >>= 1)`
            Some(target) if !self.is_broken(condition) => {
                self.run(condition, condition, body);
                self.expression(target)
            }
            _ => self.condition(Some(condition), of),
        };
        let leave = HostStatement { kind: StatementKind::Jump(Jump::Break), range: condition.byte_range() };
        let kind = StatementKind::If {
            condition: value,
            is_constant: false,
            then: Vec::new(),
            otherwise: vec![leave],
        };
        self.push(body, condition, kind);
    }

    /// The variable that a condition assigns to, whose value it is then.
    fn assigned<'n>(&self, condition: Node<'n>) -> Option<Node<'n>> {
        match condition.word() {
            "parenthesized_expression" => self.assigned(*named_children(condition).first()?),
            "assignment_expression" => {
                condition.field(&field::LEFT).filter(|target| target.word() == "identifier")
            }
            _ => None,
        }
    }

    fn compiled_loop(
        &mut self,
        node: Node<'_>,
        is_open: bool,
        body: Vec<HostStatement>,
        out: &mut Vec<HostStatement>,
    ) {
        let always = Expr { kind: ExprKind::Bool(true), range: node.start_byte()..node.start_byte() };
        let condition = (!is_open).then_some(always);
        self.push(
            out,
            node,
            StatementKind::Loop { variables: Vec::new(), counts: false, over: None, condition, body },
        );
    }
}
