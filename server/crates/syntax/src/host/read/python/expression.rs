//! Expressions of Python, types included.

use tree_sitter::Node;

use super::{MAX_DEPTH, Reader, call, children, opaque};
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{Function, HostStatement, StatementKind};

/// A binary operator, or that of an assignment without its `=`.
pub(super) fn operator(text: &str) -> Option<BinaryOperator> {
    Some(match text {
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "//" => BinaryOperator::DivideDown,
        "%" => BinaryOperator::Remainder,
        "**" => BinaryOperator::Power,
        "<<" => BinaryOperator::ShiftLeft,
        ">>" => BinaryOperator::ShiftRight,
        "&" => BinaryOperator::BitAnd,
        "|" => BinaryOperator::BitOr,
        "^" => BinaryOperator::BitXor,
        "and" => BinaryOperator::And,
        "or" => BinaryOperator::Or,
        _ => return None,
    })
}

impl Reader<'_> {
    pub(super) fn expression(&mut self, node: Node<'_>) -> Expr {
        let read = |reader: &mut Self| reader.expression_here(node);
        self.deeper(read).unwrap_or_else(|| {
            let unread = ExprKind::Opaque(format!("nested deeper than {MAX_DEPTH}").into());
            Expr { kind: self.unread_expression(node, unread), range: node.byte_range() }
        })
    }

    /// `a, b` without parentheses, or an expression.
    pub(super) fn sequence_or_expression(&mut self, node: Node<'_>) -> Expr {
        if matches!(node.kind(), "expression_list" | "pattern_list") {
            self.sequence(node)
        } else {
            self.expression(node)
        }
    }

    /// The children of a node as a tuple.
    pub(super) fn sequence(&mut self, node: Node<'_>) -> Expr {
        Expr { kind: ExprKind::Tuple(self.elements(node)), range: node.byte_range() }
    }

    fn elements(&mut self, node: Node<'_>) -> Vec<Expr> {
        children(node).into_iter().map(|element| self.expression(element)).collect()
    }

    fn expression_here(&mut self, node: Node<'_>) -> Expr {
        let kind = match node.kind() {
            // What only groups has the range of what it holds.
            "parenthesized_expression" | "type" | "await" => {
                return match *children(node).as_slice() {
                    [inner] => self.expression(inner),
                    _ => opaque(node, "parentheses around nothing"),
                };
            }
            "named_expression" => return self.named_expression(node),
            "identifier" => ExprKind::Name(self.slice(node).to_owned()),
            "none" => ExprKind::Name("None".to_owned()),
            "ellipsis" => ExprKind::Name("Ellipsis".to_owned()),
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "integer" => self.integer(node),
            "float" => ExprKind::Opaque(Opaque::FloatingPoint),
            "string" | "concatenated_string" => self.string(node),
            "tuple" | "tuple_pattern" | "expression_list" | "pattern_list" => {
                ExprKind::Tuple(self.elements(node))
            }
            "list" | "list_pattern" => ExprKind::List(self.elements(node)),
            "attribute" | "member_type" => self.member(node),
            "subscript" => self.subscript(node),
            "slice" => self.slice_index(node),
            "call" => {
                let call = self.call(node);
                self.lazy_call(node, call)
            }
            "list_splat" | "list_splat_pattern" | "dictionary_splat" => self.splat(node),
            "binary_operator" | "boolean_operator" => self.binary(node),
            "unary_operator" => self.unary(node),
            "not_operator" => match node.child_by_field_name("argument") {
                Some(operand) => ExprKind::Not(Box::new(self.expression(operand))),
                None => ExprKind::Opaque("`not` of nothing".into()),
            },
            "comparison_operator" => self.comparison(node),
            "conditional_expression" => self.conditional(node),
            "lambda" => self.lambda(node),
            "list_comprehension" => self.comprehension(node),
            "generator_expression" => {
                let made = self.comprehension(node);
                self.generator(node, made)
            }
            "dictionary" => ExprKind::Dictionary(self.elements(node)),
            "dictionary_comprehension" => {
                let pairs = Expr { kind: self.comprehension(node), range: node.byte_range() };
                let kind = ExprKind::Expand(Box::new(pairs));
                ExprKind::Dictionary(vec![Expr { kind, range: node.byte_range() }])
            }
            "pair" => self.pair(node),
            "set" => ExprKind::Set(self.elements(node)),
            "generic_type" => self.generic_type(node),
            "union_type" => self.union_type(node),
            "yield" => self.yielded(node),
            "set_comprehension" => {
                let each = Expr { kind: self.comprehension(node), range: node.byte_range() };
                ExprKind::Comma(vec![each, opaque(node, "`set comprehension` is not read")])
            }
            kind => {
                let unread = ExprKind::Opaque(format!("`{}` is not read", kind.replace('_', " ")).into());
                self.unread_expression(node, unread)
            }
        };
        Expr { kind, range: node.byte_range() }
    }

    /// `k: v` in a dictionary.
    fn pair(&mut self, node: Node<'_>) -> ExprKind {
        match (node.child_by_field_name("key"), node.child_by_field_name("value")) {
            (Some(key), Some(value)) => ExprKind::Tuple(vec![self.expression(key), self.expression(value)]),
            _ => ExprKind::Opaque("an entry without a value".into()),
        }
    }

    /// `(n := e)`: the value of `e`. What `n` is afterwards depends on whether this is run.
    fn named_expression(&mut self, node: Node<'_>) -> Expr {
        let field = |name| node.child_by_field_name(name);
        let (Some(name), Some(value)) = (field("name"), field("value")) else {
            return opaque(node, "`:=` without a value");
        };
        let value = self.expression(value);
        self.bound.push(self.name(name));
        value
    }

    fn binary(&mut self, node: Node<'_>) -> ExprKind {
        if is_bitwise(node) {
            return self.bitwise(node);
        }
        let field = |name| node.child_by_field_name(name);
        let (Some(left), Some(sign), Some(right)) = (field("left"), field("operator"), field("right")) else {
            return ExprKind::Opaque("an operator without operands".into());
        };
        let (left, right) = (self.expression(left), self.expression(right));
        match operator(sign.kind()) {
            Some(operator) => ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) },
            None => {
                ExprKind::Comma(vec![left, right, opaque(node, format!("the operator `{}`", sign.kind()))])
            }
        }
    }

    /// Operands between `&` and `^`. The grammar has the latter bind more closely than the former; in Python it is the other
    /// way around.
    fn bitwise(&mut self, node: Node<'_>) -> ExprKind {
        let Some(Bitwise { operands, are_and }) = Bitwise::of(node, MAX_DEPTH.saturating_sub(self.depth))
        else {
            let unread = ExprKind::Opaque(format!("nested deeper than {MAX_DEPTH}").into());
            return self.unread_expression(node, unread);
        };
        // The first operand lies as deep as there are operators.
        self.depth += are_and.len();
        let operands: Vec<Expr> = operands.into_iter().map(|operand| self.expression(operand)).collect();
        self.depth -= are_and.len();
        let mut operands = operands.into_iter();
        let Some(mut term) = operands.next() else {
            return ExprKind::Opaque("an operator without operands".into());
        };
        let mut sum: Option<Expr> = None;
        for (right, is_and) in operands.zip(are_and) {
            if is_and {
                term = joined(BinaryOperator::BitAnd, term, right);
            } else {
                let before = std::mem::replace(&mut term, right);
                sum = Some(with_term(sum, before));
            }
        }
        with_term(sum, term).kind
    }

    fn unary(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let (Some(sign), Some(operand)) = (field("operator"), field("argument")) else {
            return ExprKind::Opaque("an operator without an operand".into());
        };
        let operand = self.expression(operand);
        match sign.kind() {
            "-" => ExprKind::Negate(Box::new(operand)),
            "+" => operand.kind,
            sign => ExprKind::Comma(vec![operand, opaque(node, format!("the operator `{sign}`"))]),
        }
    }

    /// `yield e`: what `e` does, it does when the generator comes there.
    fn yielded(&mut self, node: Node<'_>) -> ExprKind {
        let mut parts = self.elements(node);
        parts.push(opaque(node, Opaque::Yield));
        ExprKind::Comma(parts)
    }

    fn conditional(&mut self, node: Node<'_>) -> ExprKind {
        let [then, condition, otherwise] = *children(node).as_slice() else {
            return ExprKind::Opaque("a condition without its values".into());
        };
        ExprKind::Conditional {
            condition: Box::new(self.condition(condition).0),
            then: Box::new(self.expression(then)),
            otherwise: Box::new(self.expression(otherwise)),
        }
    }

    /// `lambda x: e`: a function that returns `e`.
    fn lambda(&mut self, node: Node<'_>) -> ExprKind {
        let parameters = node.child_by_field_name("parameters").map(|list| self.parameters(list));
        let Some(body) = node.child_by_field_name("body") else {
            return ExprKind::Opaque("a `lambda` without a value".into());
        };
        let value = self.expression(body);
        let body = vec![HostStatement { kind: StatementKind::Return(Some(value)), range: body.byte_range() }];
        ExprKind::Lambda(Box::new(Function {
            name: call::lambda_name(node),
            parameters: parameters.unwrap_or_default(),
            body: body.into(),
            range: node.byte_range(),
            ..Function::default()
        }))
    }

    /// `[e for x in xs if c]` and `(e for x in xs)`.
    fn comprehension(&mut self, node: Node<'_>) -> ExprKind {
        match children(node).as_slice() {
            [element, clauses @ ..] => self.rounds(node, *element, clauses),
            [] => self.unread_expression(node, several_parts()),
        }
    }

    /// What the clauses of a comprehension go over, from its first `for` on: the rounds of each following `for` lie in the one
    /// before.
    fn rounds(&mut self, node: Node<'_>, element: Node<'_>, clauses: &[Node<'_>]) -> ExprKind {
        let [source, rest @ ..] = clauses else {
            return self.unread_expression(node, several_parts());
        };
        let is_condition = |clause: &Node<'_>| clause.kind() == "if_clause";
        let own = rest.iter().position(|clause| !is_condition(clause)).unwrap_or(rest.len());
        let (conditions, following) = rest.split_at(own);
        let mut cursor = source.walk();
        let sources: Vec<_> = source.children_by_field_name("right", &mut cursor).collect();
        let ([over], Some(variables)) = (
            sources.as_slice(),
            source.child_by_field_name("left").and_then(|left| self.loop_variables(left)),
        ) else {
            return self.unread_expression(node, several_parts());
        };
        let over = Box::new(self.expression(*over));
        let element = match following {
            [] => self.expression(element),
            _ => {
                let kind = self.deeper(|reader| reader.rounds(node, element, following));
                let kind = kind.unwrap_or_else(several_parts);
                let inner = Box::new(Expr { kind, range: node.byte_range() });
                Expr { kind: ExprKind::Expand(inner), range: node.byte_range() }
            }
        };
        ExprKind::Comprehension {
            over,
            element: Box::new(element),
            condition: self.all_of(node, conditions).map(Box::new),
            variables,
        }
    }

    /// The conditions of a comprehension, which must all hold.
    fn all_of(&mut self, node: Node<'_>, clauses: &[Node<'_>]) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for condition in clauses.iter().filter_map(|clause| children(*clause).first().copied()) {
            let right = Box::new(self.condition(condition).0);
            all = Some(match all {
                Some(left) => {
                    let kind =
                        ExprKind::Binary { operator: BinaryOperator::And, left: Box::new(left), right };
                    Expr { kind, range: node.byte_range() }
                }
                None => *right,
            });
        }
        all
    }

    /// `List[int]`, as in an expression.
    fn generic_type(&mut self, node: Node<'_>) -> ExprKind {
        let [base, arguments] = *children(node).as_slice() else {
            return ExprKind::Opaque("a type without arguments".into());
        };
        let base = Box::new(self.expression(base));
        ExprKind::Index { base, indices: self.elements(arguments) }
    }

    /// `A | B`, as in an expression.
    fn union_type(&mut self, node: Node<'_>) -> ExprKind {
        let [left, right] = *children(node).as_slice() else {
            return ExprKind::Opaque("a type without alternatives".into());
        };
        let operator = BinaryOperator::BitOr;
        let (left, right) = (Box::new(self.expression(left)), Box::new(self.expression(right)));
        ExprKind::Binary { operator, left, right }
    }
}

/// Whether a node is `a & b` or `a ^ b`.
fn is_bitwise(node: Node<'_>) -> bool {
    let sign = node.child_by_field_name("operator");
    node.kind() == "binary_operator" && sign.is_some_and(|sign| matches!(sign.kind(), "&" | "^"))
}

/// `a & b ^ c`, without what stands in parentheses.
struct Bitwise<'t> {
    /// In the order of the text.
    operands: Vec<Node<'t>>,
    /// Which of the operators between them are `&`.
    are_and: Vec<bool>,
}

impl<'t> Bitwise<'t> {
    /// `None` of more operators than `most`, however they nest.
    fn of(node: Node<'t>, most: usize) -> Option<Self> {
        enum Part<'t> {
            Operand(Node<'t>),
            Sign(bool),
        }
        let mut found = Self { operands: Vec::new(), are_and: Vec::new() };
        let mut signs = 0;
        let mut pending = vec![Part::Operand(node)];
        while let Some(part) = pending.pop() {
            let node = match part {
                Part::Operand(node) => node,
                Part::Sign(is_and) => {
                    found.are_and.push(is_and);
                    continue;
                }
            };
            let field = |name| node.child_by_field_name(name);
            match (field("left"), field("operator"), field("right")) {
                (Some(left), Some(sign), Some(right)) if is_bitwise(node) => {
                    signs += 1;
                    if signs > most {
                        return None;
                    }
                    pending.extend([
                        Part::Operand(right),
                        Part::Sign(sign.kind() == "&"),
                        Part::Operand(left),
                    ]);
                }
                _ => found.operands.push(node),
            }
        }
        Some(found)
    }
}

/// The terms before and this one, between which `^` stands.
fn with_term(sum: Option<Expr>, term: Expr) -> Expr {
    match sum {
        Some(sum) => joined(BinaryOperator::BitXor, sum, term),
        None => term,
    }
}

/// An operator on two operands, from the begin of the first to the end of the second.
fn joined(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    let range = left.range.start..right.range.end;
    Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, range }
}

fn several_parts() -> ExprKind {
    ExprKind::Opaque("a comprehension with several parts".into())
}
