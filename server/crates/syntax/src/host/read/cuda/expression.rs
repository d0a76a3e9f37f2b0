//! Expressions.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    MAX_DEPTH, Reader, children,
    field::{self, FieldOf as _},
    fields, literal, named_children, opaque,
};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::{Argument, HostStatement, StatementKind};

impl Reader<'_> {
    /// An expression, or a type where one may stand.
    pub(super) fn expression(&mut self, node: Node<'_>) -> Expr {
        if self.depth >= MAX_DEPTH {
            return opaque("it is nested too deep", node);
        }
        self.go_deeper(1);
        let kind = self.expression_kind(node);
        self.depth -= 1;
        Expr { kind, range: node.byte_range() }
    }

    fn expression_kind(&mut self, node: Node<'_>) -> ExprKind {
        match node.word() {
            "number_literal" => literal::number(self.text(node), node.byte_range()),
            "user_defined_literal" => literal::user_defined(self.text(node), node.byte_range()),
            "string_literal" | "raw_string_literal" => ExprKind::Text(literal::string(self.text(node))),
            "concatenated_string" => self.concatenated(node),
            "char_literal" => ExprKind::Text(self.text(node).to_owned()),
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "identifier"
            | "type_identifier"
            | "field_identifier"
            | "namespace_identifier"
            | "primitive_type"
            | "sized_type_specifier"
            | "null"
            | "this"
            | "template_method"
            | "dependent_name"
            | "dependent_type"
            | "decltype"
            | "type_descriptor"
            | "struct_specifier"
            | "class_specifier"
            | "union_specifier"
            | "enum_specifier" => self.name_kind(node),
            "qualified_identifier" | "template_function" | "template_type" => {
                self.misread_template(node).unwrap_or_else(|| self.name_kind(node))
            }
            "call_expression" => self.call(node),
            "field_expression" => self.member(node),
            "subscript_expression" => self.subscript(node),
            "compound_literal_expression" => self.construct(node),
            "initializer_list" => self.braces(None, node),
            "parenthesized_expression" => self.parenthesized(node),
            "comma_expression" => ExprKind::Comma(self.comma(node)),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "pointer_expression" => self.pointer(node),
            "assignment_expression" | "update_expression" => self.effect(node),
            "cast_expression" => self.cast(node),
            "conditional_expression" => self.conditional(node),
            "sizeof_expression" | "alignof_expression" => self.size_of(node),
            "lambda_expression" => self.lambda(node),
            "fold_expression" => self.fold(node),
            "parameter_pack_expansion" => self.first_named(node, |of| ExprKind::Expand(Box::new(of))),
            "ERROR" => ExprKind::Opaque("it has a syntax error".into()),
            kind => self.unread(node, &format!("a {} is not read", kind.replace('_', " "))),
        }
    }

    /// An expression that is not read: what it may write is noted.
    fn unread(&mut self, node: Node<'_>, reason: &str) -> ExprKind {
        self.unread_writes(node);
        ExprKind::Opaque(reason.into())
    }

    /// The form that holds nothing but its first named child.
    pub(super) fn first_named(&mut self, node: Node<'_>, form: impl FnOnce(Expr) -> ExprKind) -> ExprKind {
        match named_children(node).first() {
            Some(&inner) => form(self.expression(inner)),
            None => unfinished(),
        }
    }

    fn concatenated(&self, node: Node<'_>) -> ExprKind {
        let parts = named_children(node);
        if parts.iter().any(|part| part.word() == "identifier") {
            return ExprKind::Opaque("a macro stands between the strings".into());
        }
        ExprKind::Text(parts.into_iter().map(|part| literal::string(self.text(part))).collect())
    }

    fn subscript(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(base), Some(indices)) = (node.field(&field::ARGUMENT), node.field(&field::INDICES)) else {
            return unfinished();
        };
        let base = Box::new(self.operand(base));
        let indices = named_children(indices).into_iter().map(|index| self.expression(index)).collect();
        ExprKind::Index { base, indices }
    }

    fn construct(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(of), Some(value)) = (node.field(&field::TYPE), node.field(&field::VALUE)) else {
            return unfinished();
        };
        let constructed = self.expression(of);
        self.braces(Some(constructed), value)
    }

    /// `{a, b}` behind a type, or alone.
    pub(super) fn braces(&mut self, constructed: Option<Expr>, list: Node<'_>) -> ExprKind {
        let elements = named_children(list);
        let arguments = elements.into_iter().map(|element| self.braced(element)).collect();
        ExprKind::Construct { constructed: constructed.map(Box::new), arguments }
    }

    /// An element between braces: a value, or `.a = e`.
    fn braced(&mut self, node: Node<'_>) -> Expr {
        if node.word() != "initializer_pair" {
            return self.expression(node);
        }
        let designators: Vec<Node<'_>> = fields(node)
            .into_iter()
            .filter(|(field, _)| *field == Some("designator"))
            .map(|(_, designator)| designator)
            .collect();
        let (&[designator], Some(value)) = (designators.as_slice(), node.field(&field::VALUE)) else {
            self.unread_writes(node);
            return opaque("an initializer of a field in a field is not read", node);
        };
        let Some(&name) =
            named_children(designator).first().filter(|_| designator.word() == "field_designator")
        else {
            self.unread_writes(node);
            return opaque("an initializer by index is not read", node);
        };
        let value = Box::new(self.braced(value));
        Expr { kind: ExprKind::Designated { name: self.name(name), value }, range: node.byte_range() }
    }

    /// `(... + xs)`, `(xs + ...)`, `(xs + ... + e)`.
    fn fold(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(left), Some(sign), Some(right)) =
            (node.field(&field::LEFT), node.field(&field::OPERATOR), node.field(&field::RIGHT))
        else {
            return unfinished();
        };
        let Some(operator) = operator(self.text(sign)) else {
            let dots = [left, right].iter().position(|side| self.text(*side) == "...");
            if let (",", Some(dots)) = (self.text(sign), dots) {
                return self.comma_fold(node, if dots == 0 { right } else { left });
            }
            self.unread_writes(node);
            return ExprKind::Opaque(format!("a fold with {} is not read", self.text(sign)).into());
        };
        let is_dots = |node: Node<'_>| self.text(node) == "...";
        let (of_left, of_right) = (is_dots(left), is_dots(right));
        let (pattern, initial, from_left) = match (of_left, of_right) {
            (true, _) => (self.operand(right), None, true),
            (_, true) => (self.operand(left), None, false),
            _ => {
                let (left, right) = (self.operand(left), self.operand(right));
                return ExprKind::Fold {
                    operator,
                    pattern: Box::new(left),
                    initial: Some(Box::new(right)),
                    from_left: false,
                };
            }
        };
        ExprKind::Fold { operator, pattern: Box::new(pattern), initial, from_left }
    }

    /// `(f(xs), ...)`. What the pattern assigns would be read as what stands before the statement, once.
    fn comma_fold(&mut self, node: Node<'_>, pattern: Node<'_>) -> ExprKind {
        let before = self.effects.len();
        let pattern = self.operand(pattern);
        if self.effects.len() > before {
            self.effects.truncate(before);
            self.unread_writes(node);
            return ExprKind::Opaque("a fold that assigns something is not read".into());
        }
        let range = pattern.range.clone();
        ExprKind::Comma(vec![Expr { kind: ExprKind::Expand(Box::new(pattern)), range }])
    }

    fn parenthesized(&mut self, node: Node<'_>) -> ExprKind {
        match named_children(node)[..] {
            [inner] if inner.word() == "compound_statement" => {
                self.unread(inner, "a statement as expression is not read")
            }
            [inner] => self.expression(inner).kind,
            _ => unfinished(),
        }
    }

    /// The operands of `a, b, c`, which tree-sitter nests to the right.
    fn comma(&mut self, node: Node<'_>) -> Vec<Expr> {
        let mut operands = Vec::new();
        let mut rest = Some(node);
        while let Some(node) = rest {
            if node.word() != "comma_expression" {
                operands.push(self.expression(node));
                break;
            }
            if let Some(left) = node.field(&field::LEFT) {
                operands.push(self.expression(left));
            }
            rest = node.field(&field::RIGHT);
        }
        operands
    }

    fn unary(&mut self, node: Node<'_>) -> ExprKind {
        let Some(argument) = node.field(&field::ARGUMENT) else { return unfinished() };
        let operand = self.operand(argument);
        match node.field(&field::OPERATOR).map(|operator| self.text(operator)) {
            Some("-") => match operand.kind {
                ExprKind::Int(value) => ExprKind::Int(-value),
                _ => ExprKind::Negate(Box::new(operand)),
            },
            Some("!" | "not") => ExprKind::Not(Box::new(operand)),
            Some("+") => operand.kind,
            Some("~" | "compl") => {
                let name = ExprKind::Name("operator~".to_owned());
                let callee = Box::new(Expr { kind: name, range: node.byte_range() });
                ExprKind::Invoke { callee, arguments: vec![Argument { keyword: None, value: operand }] }
            }
            _ => ExprKind::Opaque("a bitwise complement is not read".into()),
        }
    }

    /// `*p` and `&x`. A function and its address are the same to a call.
    fn pointer(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(operator), Some(argument)) = (node.field(&field::OPERATOR), node.field(&field::ARGUMENT))
        else {
            return unfinished();
        };
        let operand = self.operand(argument);
        let is_address = self.text(operator) == "&";
        match operand.kind {
            ExprKind::Specialize { .. } if is_address => operand.kind,
            kind => {
                let name = if is_address { "operator&" } else { "operator*" };
                let callee = Expr { kind: ExprKind::Name(name.to_owned()), range: operator.byte_range() };
                let value = Expr { kind, range: operand.range };
                ExprKind::Invoke {
                    callee: Box::new(callee),
                    arguments: vec![Argument { keyword: None, value }],
                }
            }
        }
    }

    /// `(T)x`, written as the call that it equals.
    fn cast(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(to), Some(value)) = (node.field(&field::TYPE), node.field(&field::VALUE)) else {
            return unfinished();
        };
        // A cast to a reference is what it is of, or some bytes of it.
        if self.text(to).trim_end().ends_with('&') {
            let value = self.operand(value);
            return ExprKind::Invoke {
                callee: Box::new(Expr {
                    kind: ExprKind::Name("reinterpret_cast".to_owned()),
                    range: to.byte_range(),
                }),
                arguments: vec![Argument { keyword: None, value }],
            };
        }
        let callee = Box::new(self.expression(to));
        let value = self.operand(value);
        ExprKind::Invoke { callee, arguments: vec![Argument { keyword: None, value }] }
    }

    fn conditional(&mut self, node: Node<'_>) -> ExprKind {
        let mut part = |field| Some(Box::new(self.expression(node.child_by_field_name(field)?)));
        match (part("condition"), part("consequence"), part("alternative")) {
            (Some(condition), Some(then), Some(otherwise)) => {
                ExprKind::Conditional { condition, then, otherwise }
            }
            _ => unfinished(),
        }
    }

    /// `sizeof(T)`, `sizeof...(Ts)`, `alignof(T)`: a call of a name spelled so.
    fn size_of(&mut self, node: Node<'_>) -> ExprKind {
        let of = node.field(&field::TYPE).or_else(|| node.field(&field::VALUE));
        let (Some(of), Some(&word)) = (of, children(node).first()) else { return unfinished() };
        let is_pack = children(node).iter().any(|child| child.word() == "...");
        let name = if is_pack { "sizeof...".to_owned() } else { self.text(word).to_owned() };
        let callee = Expr { kind: ExprKind::Name(name), range: word.byte_range() };
        let value = self.expression(of);
        ExprKind::Invoke { callee: Box::new(callee), arguments: vec![Argument { keyword: None, value }] }
    }

    /// An assignment inside of an expression: what it assigns to is unknown from the statement on, and so is its value.
    fn effect(&mut self, node: Node<'_>) -> ExprKind {
        let reason = "it is assigned inside of an expression";
        let target = node.field(&field::LEFT).or_else(|| node.field(&field::ARGUMENT));
        let Some(mut target) = target else { return unfinished() };
        // tree-sitter takes `!i++` for `(!i)++`.
        while matches!(target.word(), "unary_expression" | "cast_expression")
            && let Some(inner) = target.field(&field::ARGUMENT).or_else(|| target.field(&field::VALUE))
        {
            target = inner;
        }
        // `f(a = b = g(c))`: what is assigned is not read, but what it writes is noted.
        node.field(&field::RIGHT).into_iter().for_each(|value| self.unread_writes(value));
        let target = self.operand(target);
        let kind = StatementKind::Assign { target, operator: None, value: opaque(reason, node) };
        self.effects.push(HostStatement { kind, range: node.byte_range() });
        ExprKind::Opaque("an assignment inside of an expression is not read".into())
    }

    /// Expressions behind one another.
    pub(super) fn list(&mut self, elements: &[Node<'_>]) -> Vec<Expr> {
        elements.iter().map(|&element| self.expression(element)).collect()
    }

    /// `base.name`, `base->name`, `base.template name<3>`.
    fn member(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(base), Some(field)) = (node.field(&field::ARGUMENT), node.field(&field::FIELD)) else {
            return unfinished();
        };
        if !matches!(node.field(&field::OPERATOR).map(|node| self.text(node)), Some("." | "->")) {
            self.unread_target(base);
            return ExprKind::Opaque("a pointer to a member is not read".into());
        }
        if field.word() == "qualified_identifier" {
            // `this->Base::f` is `Base::f`. Which of its bases another object's `Base` is, is not followed.
            if base.word() == "this" {
                return self.expression(field).kind;
            }
            self.unread_target(base);
            return ExprKind::Opaque("a member that is named with its class is not read".into());
        }
        let base = Box::new(object(self.operand(base)));
        self.member_of(base, field)
    }

    fn member_of(&mut self, base: Box<Expr>, field: Node<'_>) -> ExprKind {
        match field.word() {
            "field_identifier" | "identifier" | "type_identifier" => {
                ExprKind::Member { base, name: self.name(field) }
            }
            "dependent_name" => match named_children(field).last() {
                Some(&inner) => self.member_of(base, inner),
                None => unfinished(),
            },
            "template_method" | "template_function" | "template_type" => {
                let Some(name) = field.field(&field::NAME) else { return unfinished() };
                let range = base.range.start..name.end_byte();
                let member = Expr { kind: self.member_of(base, name), range };
                let arguments = self.template_arguments(field);
                ExprKind::Specialize { base: Box::new(member), arguments }
            }
            "operator_name" => {
                let text = self.text(field).split_whitespace().collect();
                ExprKind::Member { base, name: Name { text, range: field.byte_range() } }
            }
            kind => ExprKind::Opaque(format!("a {} is not read", kind.replace('_', " ")).into()),
        }
    }
}

/// The object of `(*this).x` as `this->x` names it.
fn object(base: Expr) -> Expr {
    match base.kind {
        ExprKind::Invoke { callee, mut arguments }
            if matches!(&callee.kind, ExprKind::Name(name) if name == "operator*")
                && matches!(arguments.as_slice(), [Argument { value, .. }]
                    if matches!(&value.kind, ExprKind::Name(name) if name == "this")) =>
        {
            arguments.remove(0).value
        }
        kind => Expr { kind, ..base },
    }
}

/// Code that lacks a part.
pub(super) fn unfinished() -> ExprKind {
    ExprKind::Opaque("it is not finished".into())
}

/// The operator of a binary expression or, without `=`, of a compound assignment.
pub(super) fn operator(text: &str) -> Option<BinaryOperator> {
    use BinaryOperator as Op;
    Some(match text {
        "*" => Op::Multiply,
        "/" => Op::DivideDown,
        "%" => Op::Remainder,
        "+" => Op::Add,
        "-" => Op::Subtract,
        "==" => Op::Equal,
        "!=" | "not_eq" => Op::NotEqual,
        "<" => Op::Less,
        "<=" => Op::LessEqual,
        ">" => Op::Greater,
        ">=" => Op::GreaterEqual,
        "&&" | "and" => Op::And,
        "||" | "or" => Op::Or,
        "<<" => Op::ShiftLeft,
        ">>" => Op::ShiftRight,
        "&" | "bitand" => Op::BitAnd,
        "|" | "bitor" => Op::BitOr,
        "^" | "xor" => Op::BitXor,
        _ => return None,
    })
}
