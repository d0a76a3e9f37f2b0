//! Expressions of Rust.

use tree_sitter::Node;

use super::{Reader, children, opaque};
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::Argument;

/// A binary operator, or that of an assignment without its `=`.
pub(super) fn operator(text: &str) -> Option<BinaryOperator> {
    Some(match text {
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::DivideDown,
        "%" => BinaryOperator::Remainder,
        "==" => BinaryOperator::Equal,
        "!=" => BinaryOperator::NotEqual,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterEqual,
        "&&" => BinaryOperator::And,
        "||" => BinaryOperator::Or,
        "<<" => BinaryOperator::ShiftLeft,
        ">>" => BinaryOperator::ShiftRight,
        "&" => BinaryOperator::BitAnd,
        "|" => BinaryOperator::BitOr,
        "^" => BinaryOperator::BitXor,
        _ => return None,
    })
}

/// Whether a method of a slice or list changes it, or gives what does.
pub(super) fn changes_its_receiver(method: &str) -> bool {
    method.ends_with("_mut")
        || method.starts_with("sort")
        || method.starts_with("dedup")
        || matches!(
            method,
            "append"
                | "clear"
                | "clone_from_slice"
                | "copy_from_slice"
                | "copy_within"
                | "drain"
                | "extend"
                | "extend_from_slice"
                | "fill"
                | "fill_with"
                | "insert"
                | "pop"
                | "push"
                | "push_str"
                | "remove"
                | "resize"
                | "retain"
                | "reverse"
                | "rotate_left"
                | "rotate_right"
                | "swap"
                | "swap_remove"
                | "swap_with_slice"
                | "truncate"
        )
}

impl Reader<'_> {
    pub(super) fn expression(&mut self, node: Node<'_>) -> Expr {
        let read = |reader: &mut Self| reader.expression_here(node);
        self.deeper(read).unwrap_or_else(|| opaque(node, "nested too deep to be read"))
    }

    fn expressions(&mut self, nodes: Vec<Node<'_>>) -> Vec<Expr> {
        nodes.into_iter().map(|node| self.expression(node)).collect()
    }

    fn expression_here(&mut self, node: Node<'_>) -> Expr {
        let kind = match node.kind() {
            // What leaves a layout as it is has the range of what it holds.
            "parenthesized_expression" | "try_expression" | "reference_expression" | "await_expression" => {
                self.note_lent(node);
                return match children(node).last() {
                    Some(&inner) => self.expression(inner),
                    None => opaque(node, "an expression is missing"),
                };
            }
            "unary_expression" => return self.unary(node),
            "macro_invocation" => return self.macro_call(node),
            "scoped_identifier" => return self.scoped(node),
            "identifier" | "self" => ExprKind::Name(self.slice(node).to_owned()),
            "integer_literal" => self.integer(node),
            "negative_literal" => match children(node).first() {
                Some(&inner) => ExprKind::Negate(Box::new(self.expression(inner))),
                None => ExprKind::Opaque("a number is missing".into()),
            },
            "float_literal" => ExprKind::Opaque(Opaque::FloatingPoint),
            "boolean_literal" => ExprKind::Bool(self.slice(node) == "true"),
            "string_literal" | "raw_string_literal" => self.string(node),
            "tuple_expression" => ExprKind::Tuple(self.expressions(children(node))),
            "unit_expression" => ExprKind::Tuple(Vec::new()),
            "array_expression" if node.child_by_field_name("length").is_none() => {
                ExprKind::List(self.expressions(children(node)))
            }
            "call_expression" => self.call(node),
            "generic_function" => self.generic_function(node),
            "field_expression" => self.member(node),
            "index_expression" => self.index(node),
            "binary_expression" => self.binary(node),
            "type_cast_expression" => self.cast(node),
            "closure_expression" => self.closure(node),
            "if_expression" => self.conditional(node),
            "block" => match *children(node).as_slice() {
                [inner] if !inner.kind().ends_with("statement") && !inner.kind().ends_with("declaration") => {
                    return self.expression(inner);
                }
                _ => self.note_assignments(node),
            },
            _ => self.note_assignments(node),
        };
        Expr { kind, range: node.byte_range() }
    }

    /// `&mut x`, `&mut x[0].y`: who has it may assign it.
    fn note_lent(&mut self, node: Node<'_>) {
        if let [specifier, value] = children(node).as_slice()
            && specifier.kind() == "mutable_specifier"
        {
            self.note_changed(*value);
        }
    }

    /// The variable that an expression is a part of has no certain value any longer.
    fn note_changed(&mut self, mut of: Node<'_>) {
        while matches!(
            of.kind(),
            "field_expression" | "index_expression" | "parenthesized_expression" | "unary_expression"
        ) {
            let Some(&inner) = children(of).first() else { return };
            of = inner;
        }
        if matches!(of.kind(), "identifier" | "self") {
            let name = self.name(of);
            self.assigned.push(name);
        }
    }

    /// `8`, `0x1F_u32`.
    fn integer(&self, node: Node<'_>) -> ExprKind {
        let digits = self.slice(node).replace('_', "");
        let (digits, radix) = match digits.get(..2) {
            Some("0x") => (digits[2..].to_owned(), 16),
            Some("0o") => (digits[2..].to_owned(), 8),
            Some("0b") => (digits[2..].to_owned(), 2),
            _ => (digits, 10),
        };
        // The suffix of a type begins with `i` or `u`, which are no digits of any base.
        let digits = digits.split(['i', 'u']).next().unwrap_or_default();
        let value = i64::from_str_radix(digits, radix);
        value.map_or_else(|_| ExprKind::Opaque("no integer of 64 bits".into()), ExprKind::Int)
    }

    fn string(&self, node: Node<'_>) -> ExprKind {
        let mut text = String::new();
        for part in children(node) {
            if part.kind() != "string_content" {
                return ExprKind::Opaque("a string with escapes".into());
            }
            text.push_str(self.slice(part));
        }
        if self.slice(node).starts_with(['b', 'c']) {
            return ExprKind::Opaque("a string of bytes".into());
        }
        ExprKind::Text(text)
    }

    fn call(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(function), Some(list)) = (field("function"), field("arguments")) else {
            return ExprKind::Opaque("a call without arguments".into());
        };
        let callee = Box::new(self.expression(function));
        if function.kind() == "field_expression"
            && let (Some(of), Some(name)) =
                (function.child_by_field_name("value"), function.child_by_field_name("field"))
            && changes_its_receiver(self.slice(name))
        {
            self.note_changed(of);
        }
        let values = self.expressions(children(list));
        let arguments = values.into_iter().map(|value| Argument { keyword: None, value }).collect();
        ExprKind::Invoke { callee, arguments }
    }

    /// `f::<T>`, `x.parse::<Layout>`.
    fn generic_function(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(function), Some(list)) = (field("function"), field("type_arguments")) else {
            return ExprKind::Opaque("a function without a name".into());
        };
        let base = Box::new(self.expression(function));
        ExprKind::Specialize { base, arguments: self.type_arguments(list) }
    }

    fn member(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        match (field("value"), field("field")) {
            (Some(value), Some(name)) => {
                ExprKind::Member { base: Box::new(self.expression(value)), name: self.name(name) }
            }
            _ => ExprKind::Opaque("a member of nothing".into()),
        }
    }

    fn index(&mut self, node: Node<'_>) -> ExprKind {
        let [base, index] = *children(node).as_slice() else {
            return ExprKind::Opaque("an index of nothing".into());
        };
        ExprKind::Index { base: Box::new(self.expression(base)), indices: vec![self.expression(index)] }
    }

    fn binary(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(sign), Some(right)) = (field("left"), field("operator"), field("right")) else {
            return ExprKind::Opaque("an operator without operands".into());
        };
        let (left, right) = (Box::new(self.expression(left)), Box::new(self.expression(right)));
        match operator(sign.kind()) {
            Some(operator) => ExprKind::Binary { operator, left, right },
            None => ExprKind::Opaque(format!("the operator `{}`", sign.kind()).into()),
        }
    }

    /// `-x`, `!x`; `*x` is what `x` refers to.
    fn unary(&mut self, node: Node<'_>) -> Expr {
        let Some(&operand) = children(node).last() else {
            return opaque(node, "an operator without an operand");
        };
        let operand = self.expression(operand);
        let kind = match self.slice(node).chars().next() {
            Some('-') => ExprKind::Negate(Box::new(operand)),
            Some('!') => ExprKind::Not(Box::new(operand)),
            _ => return operand,
        };
        Expr { kind, range: node.byte_range() }
    }

    /// `x as i64`: the call of the type.
    fn cast(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(value), Some(written)) = (field("value"), field("type")) else {
            return ExprKind::Opaque("a cast without a type".into());
        };
        let value = self.expression(value);
        let callee = Box::new(self.type_name(written));
        ExprKind::Invoke { callee, arguments: vec![Argument { keyword: None, value }] }
    }

    /// `if c { a } else { b }` of two plain values.
    fn conditional(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(condition), Some(then), Some(clause)) =
            (field("condition"), field("consequence"), field("alternative"))
        else {
            return self.note_assignments(node);
        };
        let otherwise = children(clause).first().copied();
        let Some(otherwise) = otherwise.filter(|_| !condition.kind().starts_with("let_")) else {
            return self.note_assignments(node);
        };
        ExprKind::Conditional {
            condition: Box::new(self.expression(condition)),
            then: Box::new(self.expression(then)),
            otherwise: Box::new(self.expression(otherwise)),
        }
    }
}
