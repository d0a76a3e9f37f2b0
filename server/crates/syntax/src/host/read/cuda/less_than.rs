//! Binary expressions, and `<` that tree-sitter takes for the begin of template arguments.
//!
//! `i < size<1>(x)` comes as a call of the template `i<(size < 1)>`: without knowing that `i` is a variable, that is
//! what it could be. Nobody writes a comparison bare in template arguments, so it is read as the comparison. And
//! `T::U<3>::v` comes as the comparisons `(T::U < 3) > ::v`, which nobody writes either.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::{operator, unfinished};
use super::kind::KindOf as _;
use super::{
    MAX_DEPTH, Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};

/// What stands in the text as `name < inner > suffix`.
struct Angles<'t> {
    /// The name in front of `<`, with its qualification.
    name: Range<usize>,
    /// The template with its arguments.
    template: Node<'t>,
    /// The one argument: a binary expression without parentheses.
    inner: Node<'t>,
    /// The member behind `>::`.
    member: Option<Node<'t>>,
    /// The arguments of a call at the end.
    call: Option<Node<'t>>,
}

/// Operands with an operator between each two.
#[derive(Default)]
struct Chain {
    operands: Vec<Expr>,
    operators: Vec<BinaryOperator>,
    /// Which of the operands begin with `::`.
    global: Vec<usize>,
}

/// What `a<b>` is by its form.
enum Form {
    Template,
    Comparison,
    /// `a < b && c > (d)`: both are possible.
    Open,
}

impl Reader<'_> {
    /// `a + b - c`: nested to the left, so that it is read from its end to its begin.
    pub(super) fn binary(&mut self, node: Node<'_>) -> ExprKind {
        let mut steps = Vec::new();
        let mut rest = node;
        while rest.word() == "binary_expression" {
            let part = |field| rest.child_by_field_name(field);
            let (Some(left), Some(sign), Some(right)) = (part("left"), part("operator"), part("right"))
            else {
                return unfinished();
            };
            steps.push((sign, right));
            rest = left;
        }
        self.note_depth(steps.len());
        if steps.len() + self.depth > MAX_DEPTH {
            return ExprKind::Opaque("it is nested too deep".into());
        }
        if self.holds_comparison(node) {
            return self.comparison(node);
        }
        let depth = steps.len();
        self.go_deeper(depth);
        let mut left = self.expression(rest);
        for (sign, right) in steps.into_iter().rev() {
            let range = left.range.start..right.end_byte();
            let kind = match operator(self.text(sign)) {
                Some(operator) => {
                    let right = Box::new(self.expression(right));
                    ExprKind::Binary { operator, left: Box::new(left), right }
                }
                None => {
                    self.unread_writes(node);
                    ExprKind::Opaque(format!("the operator {} is not read", self.text(sign)).into())
                }
            };
            left = Expr { kind, range };
        }
        self.depth -= depth;
        left.kind
    }

    /// The comparison that `node` is, where tree-sitter takes it for a template; `None` for what is a template.
    pub(super) fn misread_template(&mut self, node: Node<'_>) -> Option<ExprKind> {
        match self.form(node) {
            Form::Template => None,
            Form::Comparison => Some(self.comparison(node)),
            Form::Open => Some(ExprKind::Opaque("`<` may compare here, or begin template arguments".into())),
        }
    }

    /// An operand of a prefix or postfix operator. A comparison in its place has another operand than tree-sitter says.
    pub(super) fn operand(&mut self, node: Node<'_>) -> Expr {
        match self.form(node) {
            Form::Template => self.expression(node),
            Form::Comparison | Form::Open => {
                self.unread_writes(node);
                super::opaque("`<` may compare here, or begin template arguments", node)
            }
        }
    }

    fn form(&self, node: Node<'_>) -> Form {
        let Some(angles) = angles(node) else {
            return if self.compares_in_arguments(node) { Form::Open } else { Form::Template };
        };
        let is_spaced = |at: usize| self.text.get(..at).is_some_and(|text| text.ends_with([' ', '\n']));
        let (mut operators, mut last_sign) = (Vec::new(), 0);
        let mut last_names = [None, None];
        let mut rest = vec![angles.inner];
        while let Some(node) = rest.pop() {
            if node.word() == "binary_expression" {
                let part = |field| node.child_by_field_name(field);
                rest.extend([part("right"), part("operator"), part("left")].into_iter().flatten());
            } else if node.is_named() {
                last_names = [last_names[1], Some(node)];
            } else {
                operators.push(self.text(node));
                last_sign = node.start_byte();
            }
        }
        let is_name = last_names[0]
            .is_some_and(|node: Node<'_>| matches!(node.word(), "identifier" | "qualified_identifier"));
        let is_open = operators.iter().any(|operator| matches!(*operator, "&&" | "||" | "and" | "or"));
        match operators.last() {
            Some(&"<") => match (is_spaced(angles.name.end), is_spaced(last_sign)) {
                (true, false) if is_name => Form::Comparison,
                // `f<N < 3>(x)`
                (false, true) => Form::Template,
                _ => Form::Open,
            },
            _ if !is_open => Form::Template,
            _ if is_spaced(angles.name.end) => Form::Open,
            // A type has arguments; a tuple of operands is no operand.
            _ if angles.template.word() == "template_type" => Form::Template,
            _ if angles.call.is_some_and(|call| named_children(call).len() != 1) => Form::Template,
            _ => Form::Open,
        }
    }

    /// Whether `a < b<1, 2>(c)` comes as a template with the arguments `b < 1` and `2`.
    fn compares_in_arguments(&self, node: Node<'_>) -> bool {
        let is_call = node.word() == "call_expression";
        let mut last = if is_call { node.field(&field::FUNCTION) } else { Some(node) };
        while let Some(node) = last.filter(|node| node.word() == "qualified_identifier") {
            last = node.field(&field::NAME);
        }
        let function = last.filter(|node| node.word() == "template_function");
        let list = function.and_then(|function| function.field(&field::ARGUMENTS));
        list.map(named_children).unwrap_or_default().into_iter().any(|argument| {
            let operator = argument.field(&field::OPERATOR);
            argument.word() == "binary_expression"
                && operator.is_some_and(|operator| self.text(operator) == "<")
        })
    }

    /// Whether an operand of the binary expression is a comparison in the shape of a template.
    fn holds_comparison(&self, node: Node<'_>) -> bool {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            if node.word() == "binary_expression" {
                rest.extend(node.field(&field::LEFT));
                rest.extend(node.field(&field::RIGHT));
            } else if matches!(self.form(node), Form::Comparison) || self.text(node).starts_with("::") {
                return true;
            }
        }
        false
    }

    /// Reads the operands in their order and groups them again.
    fn comparison(&mut self, node: Node<'_>) -> ExprKind {
        let mut chain = Chain::default();
        match self.flatten(node, &mut chain) {
            Some(()) => {
                chain.with_members().and_then(Chain::grouped).map_or_else(unfinished, |expr| expr.kind)
            }
            None => {
                self.unread_writes(node);
                ExprKind::Opaque("`<` may compare here, or begin template arguments".into())
            }
        }
    }

    fn flatten(&mut self, node: Node<'_>, chain: &mut Chain) -> Option<()> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.go_deeper(1);
        let done = self.flatten_node(node, chain);
        self.depth -= 1;
        done
    }

    fn flatten_node(&mut self, node: Node<'_>, chain: &mut Chain) -> Option<()> {
        if node.word() == "binary_expression" {
            self.flatten(node.field(&field::LEFT)?, chain)?;
            chain.operators.push(operator(self.text(node.field(&field::OPERATOR)?))?);
            return self.flatten(node.field(&field::RIGHT)?, chain);
        }
        match self.form(node) {
            Form::Template => {
                if self.text(node).starts_with("::") {
                    chain.global.push(chain.operands.len());
                }
                chain.operands.push(self.expression(node));
            }
            Form::Comparison => {
                let angles = angles(node)?;
                chain.operands.push(self.name_before(&angles)?);
                chain.operators.push(BinaryOperator::Less);
                self.flatten(angles.inner, chain)?;
                self.close_template(&angles, chain)?;
            }
            Form::Open => return None,
        }
        Some(())
    }

    /// The last two operands are a template's name and its argument.
    fn close_template(&mut self, angles: &Angles<'_>, chain: &mut Chain) -> Option<()> {
        let (argument, _, base) = (chain.operands.pop()?, chain.operators.pop()?, chain.operands.pop()?);
        let range = base.range.start..angles.template.end_byte();
        let kind = ExprKind::Specialize { base: Box::new(base), arguments: vec![argument] };
        let mut found = Expr { kind, range };
        if let Some(member) = angles.member {
            let range = found.range.start..member.end_byte();
            let kind = ExprKind::Member { base: Box::new(found), name: self.name(member) };
            found = Expr { kind, range };
        }
        if let Some(call) = angles.call {
            let range = found.range.start..call.end_byte();
            let arguments = self.arguments(call);
            found = Expr { kind: ExprKind::Invoke { callee: Box::new(found), arguments }, range };
        }
        chain.operands.push(found);
        Some(())
    }

    /// The name in front of `<`.
    fn name_before(&self, angles: &Angles<'_>) -> Option<Expr> {
        let text: String = self.text.get(angles.name.clone())?.split_whitespace().collect();
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'));
        is_plain.then_some(Expr { kind: ExprKind::Name(text), range: angles.name.clone() })
    }
}

/// The parts of `a<b op c>`, `a<b op c>::d`, each with or without a call behind it.
fn angles(node: Node<'_>) -> Option<Angles<'_>> {
    let is_call = node.word() == "call_expression";
    let function = if is_call { node.field(&field::FUNCTION)? } else { node };
    let mut last = function;
    let mut member = None;
    while last.word() == "qualified_identifier" {
        let name = last.field(&field::NAME)?;
        let scope = last.field(&field::SCOPE);
        match scope.filter(|scope| scope.word() == "template_type" && name.word() == "identifier") {
            Some(scope) => {
                (last, member) = (scope, Some(name));
                break;
            }
            None => last = name,
        }
    }
    if !matches!(last.word(), "template_function" | "template_type") {
        return None;
    }
    let list = last.field(&field::ARGUMENTS)?;
    let [inner] = named_children(list)[..] else { return None };
    let is_bare = inner.word() == "binary_expression" && children(list).len() == 3;
    let call = if is_call { node.field(&field::ARGUMENTS) } else { None };
    is_bare.then_some(Angles {
        name: function.start_byte()..last.field(&field::NAME)?.end_byte(),
        template: last,
        inner,
        member,
        call,
    })
}

impl Chain {
    /// Makes one operand of `a < b > ::c` each; `None` where it is no name that begins with `::`.
    fn with_members(mut self) -> Option<Self> {
        for at in std::mem::take(&mut self.global).into_iter().rev() {
            let is_template = at >= 2
                && self.operators.get(at - 2..at) == Some(&[BinaryOperator::Less, BinaryOperator::Greater]);
            if !is_template {
                continue;
            }
            let mut parts = self.operands.drain(at - 2..=at);
            let (base, argument, member) = (parts.next()?, parts.next()?, parts.next()?);
            drop(parts);
            self.operators.drain(at - 2..at);
            let range = base.range.start..argument.range.end + 1;
            let kind = ExprKind::Specialize { base: Box::new(base), arguments: vec![argument] };
            self.operands.insert(at - 2, member_of(Expr { kind, range }, member)?);
        }
        Some(self)
    }

    /// Groups operands by the precedence of their operators; all associate to the left.
    fn grouped(self) -> Option<Expr> {
        let mut operands = self.operands.into_iter();
        let mut done = vec![operands.next()?];
        let mut open: Vec<BinaryOperator> = Vec::new();
        for (operator, operand) in self.operators.into_iter().zip(operands) {
            while open.last().is_some_and(|&last| precedence(last) >= precedence(operator)) {
                group_last(&mut done, open.pop()?)?;
            }
            open.push(operator);
            done.push(operand);
        }
        while let Some(operator) = open.pop() {
            group_last(&mut done, operator)?;
        }
        done.pop()
    }
}

/// `base::name` and `base::name(..)`, from `::name` and `::name(..)`.
fn member_of(base: Expr, member: Expr) -> Option<Expr> {
    let range = base.range.start..member.range.end;
    let kind = match member.kind {
        ExprKind::Name(text) if !text.trim_start_matches("::").contains(':') => {
            let text = text.trim_start_matches("::").to_owned();
            let start = member.range.end.checked_sub(text.len())?;
            let name = Name { text, range: start..member.range.end };
            ExprKind::Member { base: Box::new(base), name }
        }
        ExprKind::Invoke { callee, arguments } => {
            ExprKind::Invoke { callee: Box::new(member_of(base, *callee)?), arguments }
        }
        _ => return None,
    };
    Some(Expr { kind, range })
}

fn group_last(done: &mut Vec<Expr>, operator: BinaryOperator) -> Option<()> {
    let (right, left) = (done.pop()?, done.pop()?);
    let range = left.range.start..right.range.end;
    let kind = ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) };
    done.push(Expr { kind, range });
    Some(())
}

/// How tight a C++ operator binds.
fn precedence(operator: BinaryOperator) -> u8 {
    use BinaryOperator as Op;
    match operator {
        Op::Or => 0,
        Op::And => 1,
        Op::BitOr => 2,
        Op::BitXor => 3,
        Op::BitAnd => 4,
        Op::Equal | Op::NotEqual => 5,
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => 6,
        Op::ShiftLeft | Op::ShiftRight => 7,
        Op::Add | Op::Subtract => 8,
        Op::Multiply
        | Op::Divide
        | Op::Remainder
        | Op::DivideDown
        | Op::LogicalDivide
        | Op::LogicalProduct
        | Op::Compose
        | Op::Power => 9,
    }
}
