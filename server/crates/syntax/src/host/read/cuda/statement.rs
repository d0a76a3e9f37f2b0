//! Statements of a function.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::{Declaration, HostStatement, Jump, StatementKind};

impl Reader<'_> {
    /// A statement that is no declaration or definition.
    pub(super) fn statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        match node.word() {
            "compound_statement" => {
                let mut body = Vec::new();
                self.block(node, Place::Function, &mut body);
                self.push(out, node, StatementKind::Block(body));
            }
            "if_statement" => self.if_statement(node, out),
            "for_statement" => self.for_statement(node, out),
            "for_range_loop" => self.range_for(node, out),
            "while_statement" | "do_statement" => self.while_statement(node, out),
            "switch_statement" => self.switch_statement(node, out),
            "try_statement" => self.try_statement(node, out),
            "labeled_statement" => {
                if let Some(label) = node.field(&field::LABEL) {
                    let name = self.name(label);
                    self.push(out, label, StatementKind::Label(name));
                }
                if let Some(&inner) = named_children(node).last() {
                    self.member_statement(inner, Place::Function, out);
                }
            }
            "attributed_statement" => {
                if let Some(&inner) = named_children(node).last() {
                    self.member_statement(inner, Place::Function, out);
                }
            }
            "break_statement" => self.push(out, node, StatementKind::Jump(Jump::Break)),
            "continue_statement" => self.push(out, node, StatementKind::Jump(Jump::Continue)),
            "goto_statement" => self.push(out, node, StatementKind::Jump(Jump::Goto)),
            "throw_statement" => {
                if let Some(&thrown) = named_children(node).first() {
                    let thrown = self.expression(thrown);
                    self.push(out, node, StatementKind::Expression(thrown));
                }
                self.push(out, node, StatementKind::Jump(Jump::Raise));
            }
            _ if let Some(call) = self.call_without_end(node) => self.run(call, node, out),
            _ if self.is_broken(node) => self.broken(node, Place::Function, out),
            "expression_statement" => {
                for expression in named_children(node) {
                    self.run(expression, node, out);
                }
            }
            "return_statement" => {
                let value = named_children(node).first().map(|&value| self.expression(value));
                self.push(out, node, StatementKind::Return(value));
            }
            "static_assert_declaration" => match node.field(&field::CONDITION) {
                Some(condition) => {
                    let claim = self.expression(condition);
                    self.push(out, node, StatementKind::Assert(claim));
                }
                None => self.broken(node, Place::Function, out),
            },
            kind => {
                let reason = format!("a {} is not read", kind.replace('_', " "));
                self.unread_writes(node);
                self.push(out, node, StatementKind::Unread(reason));
            }
        }
    }

    /// An expression in the place of a statement; `statement` is the node with its semicolon.
    pub(super) fn run(&mut self, node: Node<'_>, statement: Node<'_>, out: &mut Vec<HostStatement>) {
        match node.word() {
            "comma_expression" => {
                for operand in named_children(node) {
                    // A class may have a comma of its own.
                    if matches!(operand.word(), "identifier" | "field_expression") {
                        self.unread_target(operand);
                    }
                    self.run(operand, operand, out);
                }
            }
            "assignment_expression" => self.assignment(node, statement, out),
            "update_expression" => self.update(node, statement, out),
            "gnu_asm_expression" => self.assembly(node, out),
            _ => {
                let expression = self.expression(node);
                self.push(out, statement, StatementKind::Expression(expression));
            }
        }
    }

    /// `x = e`, `x += e`; `x = y = e` assigns to `y` first.
    fn assignment(&mut self, node: Node<'_>, statement: Node<'_>, out: &mut Vec<HostStatement>) {
        let (Some(left), Some(sign), Some(right)) =
            (node.field(&field::LEFT), node.field(&field::OPERATOR), node.field(&field::RIGHT))
        else {
            self.broken(statement, Place::Function, out);
            return;
        };
        let mut source = right;
        if right.word() == "assignment_expression"
            && let Some(inner) = right.field(&field::LEFT)
            && self.depth < super::MAX_DEPTH
        {
            self.go_deeper(1);
            self.run(right, right, out);
            self.depth -= 1;
            source = inner;
        }
        let value = self.expression(source);
        let target = self.operand(left);
        let sign = self.text(sign);
        let operator = sign.strip_suffix('=').and_then(super::expression::operator);
        let kind = if operator.is_none() && sign != "=" {
            let reason = format!("the operator {sign} is not read");
            StatementKind::Assign { target, operator: None, value: opaque(reason, node) }
        } else {
            StatementKind::Assign { target, operator, value }
        };
        self.push(out, statement, kind);
    }

    /// `++i`, `i--`.
    fn update(&mut self, node: Node<'_>, statement: Node<'_>, out: &mut Vec<HostStatement>) {
        let (Some(argument), Some(sign)) = (node.field(&field::ARGUMENT), node.field(&field::OPERATOR))
        else {
            self.broken(statement, Place::Function, out);
            return;
        };
        let target = self.operand(argument);
        let operator = match self.text(sign) {
            "++" => BinaryOperator::Add,
            // `--`: the grammar has no third.
            _ => BinaryOperator::Subtract,
        };
        let value = Expr { kind: ExprKind::Int(1), range: sign.byte_range() };
        self.push(out, statement, StatementKind::Assign { target, operator: Some(operator), value });
    }

    /// What assembly writes to is unknown afterwards: its outputs, and what it is given the address of.
    fn assembly(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        for input in node.field(&field::INPUT_OPERANDS).map(named_children).unwrap_or_default() {
            if let Some(given) = input.field(&field::VALUE) {
                let value = self.expression(given);
                self.push(out, input, StatementKind::Expression(value));
                self.unread_addresses(given);
                out.append(&mut self.effects);
            }
        }
        for output in node.field(&field::OUTPUT_OPERANDS).map(named_children).unwrap_or_default() {
            if let Some(target) = output.field(&field::VALUE) {
                let target = self.expression(target);
                let value = opaque("assembly writes it", output);
                self.push(out, output, StatementKind::Assign { target, operator: None, value });
            }
        }
    }

    /// The body, and the handlers.
    fn try_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let block = |this: &mut Self, of: Node<'_>| {
            let mut body = Vec::new();
            if let Some(block) = of.field(&field::BODY) {
                this.block(block, Place::Function, &mut body);
            }
            body
        };
        let body = block(self, node);
        let mut handlers = Vec::new();
        for handler in children(node).into_iter().filter(|child| child.word() == "catch_clause") {
            // What is caught hides a variable of its name.
            let caught = handler.field(&field::PARAMETERS);
            let caught = caught.map(|list| self.parameters(list.into(), &mut Vec::new())).unwrap_or_default();
            let mut handled = Vec::new();
            for name in caught.into_iter().filter_map(|parameter| parameter.name) {
                let value = Some(opaque("it is what was thrown", handler));
                let declaration = Declaration { names: vec![name], value, ..Declaration::default() };
                self.push(&mut handled, handler, StatementKind::Declare(declaration));
            }
            handled.append(&mut block(self, handler));
            handlers.push(handled);
        }
        self.push(out, node, StatementKind::Try { body, handlers });
    }
}
