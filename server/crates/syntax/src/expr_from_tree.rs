//! From the syntax tree of an expression to [`Expr`].

use std::ops::Range;

use tree_sitter::Node;

use crate::bracket::MAX_DEPTH;
use crate::code_spelling::LAYOUT_OF_CODE;
use crate::{BinaryOperator, Expr, ExprKind, Name, SyntaxError, operation};

/// Lowers trees without errors; what only the lowering can see (numbers that do not fit, a stride's spelling
/// outside a stride) becomes [`ExprKind::Error`] and a [`SyntaxError`].
pub(crate) struct Lowering<'a> {
    /// The text that was parsed.
    text: &'a str,
    /// Where `text` stands in the document.
    offset: usize,
    pub(crate) errors: Vec<SyntaxError>,
    is_too_deep: bool,
}

/// Where an expression stands: only in a stride are `e0`, `8e1` and `f5` strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Value,
    Stride,
}

/// One expression on its way down the tree.
#[derive(Debug, Clone, Copy)]
struct Context {
    place: Place,
    depth: usize,
}

impl Context {
    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    fn value(self) -> Self {
        Self { place: Place::Value, depth: self.depth + 1 }
    }
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset, errors: Vec::new(), is_too_deep: false }
    }

    pub(crate) fn expression(&mut self, node: Node<'_>) -> Expr {
        self.lower(node, Context { place: Place::Value, depth: 0 })
    }

    /// An expression that the grammar guarantees; `parent` is blamed if it is not there.
    pub(crate) fn field(&mut self, parent: Node<'_>, field: &str) -> Expr {
        self.lower_field(parent, field, Context { place: Place::Value, depth: 0 })
    }

    pub(crate) fn name(&self, node: Node<'_>) -> Name {
        Name { text: self.text_of(node).to_owned(), range: self.range(node) }
    }

    pub(crate) fn text_of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub(crate) fn range(&self, node: Node<'_>) -> Range<usize> {
        node.start_byte() + self.offset..node.end_byte() + self.offset
    }

    pub(crate) fn error(&mut self, range: Range<usize>, message: impl Into<String>) -> Expr {
        self.errors.push(SyntaxError { range: range.clone(), message: message.into() });
        Expr { kind: ExprKind::Error, range }
    }

    /// Said once a statement: every operand down there is too deep.
    fn too_deep(&mut self, range: Range<usize>) -> Expr {
        if std::mem::replace(&mut self.is_too_deep, true) {
            return Expr { kind: ExprKind::Error, range };
        }
        self.error(range, format!("operators nest deeper than {MAX_DEPTH}: name the inner part with a `let`"))
    }

    fn lower_field(&mut self, parent: Node<'_>, field: &str, context: Context) -> Expr {
        match parent.child_by_field_name(field) {
            Some(node) => self.lower(node, context),
            None => self.error(self.range(parent), format!("the {field} is missing")),
        }
    }

    fn lower(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        if context.depth > MAX_DEPTH {
            return self.too_deep(range);
        }
        let inner = context.deeper();
        let kind = match node.kind() {
            "integer" => return self.integer(node, false),
            "static_integer" => self.lower_field(node, "value", inner).kind,
            "fraction" => return self.fraction(node, false),
            "scaled_unit" => return self.scaled_unit(node, context),
            "unit" => return self.unit(node),
            "swizzle" => return self.swizzle(node),
            "pointer" => return self.error(range, "an address has no value: write the layout alone"),
            "keep" => ExprKind::Keep,
            "any" => return self.any(node),
            "type_name" => ExprKind::Name(type_name(self.text_of(node))),
            "identifier" => return self.identifier(node, context.place),
            "call" => return self.call(node, context),
            "application" => return self.application(node, context),
            "tuple" => ExprKind::Tuple(self.elements(node, inner)),
            "tiler" => ExprKind::Tiler(self.elements(node, inner)),
            "basis" => return self.basis(node, context),
            "negation" => return self.negation(node, context),
            "layout" => ExprKind::Layout {
                shape: Box::new(self.lower_field(node, "shape", context.value())),
                stride: Box::new(self.lower_field(node, "stride", Context { place: Place::Stride, ..inner })),
            },
            "composition" => return self.composition(node, context),
            "product" | "sum" | "division" | "comparison" => return self.binary(node, inner),
            kind => return self.error(range, format!("`{kind}` cannot be read here")),
        };
        Expr { kind, range }
    }

    fn elements(&mut self, node: Node<'_>, context: Context) -> Vec<Expr> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).map(|child| self.lower(child, context)).collect()
    }

    // Numbers.

    /// The value of `8`, `_8`, `8_c`; an error names the limit.
    fn number(&mut self, digits: &str, negative: bool, range: Range<usize>) -> Result<i64, Expr> {
        let digits = digits.trim_start_matches('_').trim_end_matches("_c");
        let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
        signed.parse().map_err(|_| {
            let message =
                format!("{signed} does not fit in 64 bits: the limits are {} and {}", i64::MIN, i64::MAX);
            self.error(range, message)
        })
    }

    fn integer(&mut self, node: Node<'_>, negative: bool) -> Expr {
        let range = self.range(node);
        match self.number(self.text_of(node), negative, range.clone()) {
            Ok(value) => Expr { kind: ExprKind::Int(value), range },
            Err(error) => error,
        }
    }

    fn fraction(&mut self, node: Node<'_>, negative: bool) -> Expr {
        let range = self.range(node);
        let (count, path) = self.text_of(node).split_once('@').unwrap_or_default();
        let (numerator, denominator) = count.split_once('/').unwrap_or_default();
        let mut read = || -> Result<ExprKind, Expr> {
            Ok(ExprKind::Fraction {
                numerator: self.number(numerator.trim(), negative, range.clone())?,
                denominator: self.number(denominator.trim(), false, range.clone())?,
                path: path
                    .split('@')
                    .map(|index| self.number(index.trim(), false, range.clone()))
                    .collect::<Result<_, _>>()?,
            })
        };
        match read() {
            Ok(kind) => Expr { kind, range },
            Err(error) => error,
        }
    }

    /// `?`, `...`, and the DSL's `?{div=8}`, whose other notes (`?{i64}`) say nothing of the value.
    fn any(&mut self, node: Node<'_>) -> Expr {
        let range = self.range(node);
        let divisor = self
            .text_of(node)
            .split_once("div=")
            .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
        let kind = match divisor.filter(|digits| !digits.is_empty()) {
            None => ExprKind::Any,
            Some(digits) => match self.number(&digits, false, range.clone()) {
                Ok(divisor) => ExprKind::AnyMultiple(divisor),
                Err(error) => return error,
            },
        };
        Expr { kind, range }
    }

    /// `8e1`.
    fn scaled_unit(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let text = self.text_of(node);
        let (value, mode) = text.split_once('e').unwrap_or_default();
        if context.place == Place::Value {
            let message = format!("`{text}` is a stride and stands only behind `:`: write `{value}@{mode}`");
            return self.error(range, message);
        }
        let value = self.number(value, false, range.clone());
        let mode = self.number(mode, false, range.clone());
        match (value, mode) {
            (Ok(value), Ok(mode)) => unit_of(value, vec![mode], range),
            (Err(error), _) | (_, Err(error)) => error,
        }
    }

    /// `E<1,0>` names the mode first; a path starts at the leaf.
    fn unit(&mut self, node: Node<'_>) -> Expr {
        let range = self.range(node);
        match self.path(node) {
            Ok(mut path) => {
                path.reverse();
                unit_of(1, path, range)
            }
            Err(error) => error,
        }
    }

    fn path(&mut self, node: Node<'_>) -> Result<Vec<i64>, Expr> {
        let mut cursor = node.walk();
        let indices: Vec<Node<'_>> = node.children_by_field_name("index", &mut cursor).collect();
        indices.into_iter().map(|index| self.number(self.text_of(index), false, self.range(index))).collect()
    }

    fn swizzle(&mut self, node: Node<'_>) -> Expr {
        let mut parameter = |field: &str| -> Result<i64, Expr> {
            let expr = self.field(node, field);
            match expr.kind {
                ExprKind::Int(value) => Ok(value),
                _ => Err(expr),
            }
        };
        match (parameter("bits"), parameter("base"), parameter("shift")) {
            (Ok(bits), Ok(base), Ok(shift)) => {
                Expr { kind: ExprKind::Swizzle { bits, base, shift }, range: self.range(node) }
            }
            (Err(error), _, _) | (_, Err(error), _) | (_, _, Err(error)) => error,
        }
    }

    // Names.

    fn identifier(&self, node: Node<'_>, place: Place) -> Expr {
        let text = self.text_of(node);
        let range = self.range(node);
        let number_behind = |letter: char| -> Option<i64> {
            let digits = text.strip_prefix(letter)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        if place == Place::Stride {
            if let Some(mode) = number_behind('e') {
                return unit_of(1, vec![mode], range);
            }
            if let Some(mask) = number_behind('f') {
                return Expr { kind: ExprKind::Xor(mask), range };
            }
        }
        Expr { kind: ExprKind::Name(text.to_owned()), range }
    }

    fn call(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let Some(function) = node.child_by_field_name("function") else {
            return self.error(range, "the operation is missing");
        };
        let template = node.child_by_field_name("template").map(|list| self.elements(list, context.value()));
        let arguments =
            node.child_by_field_name("arguments").map(|list| self.elements(list, context.value()));
        let mut function = self.name(function);
        if function.text == "layout" {
            function.text = "mode".to_owned();
        }
        if let Some(canonical) = operation::canonical_name(&function.text) {
            function.text = canonical.to_owned();
        }
        let kind = ExprKind::Call {
            function,
            template: template.unwrap_or_default(),
            arguments: arguments.unwrap_or_default(),
        };
        Expr { kind, range }
    }

    /// `A(3)`; `size(A)`, `cute::size(A)` and `cute.size(A)` are calls of the operation.
    fn application(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let (Some(callee), Some(list)) =
            (node.child_by_field_name("callee"), node.child_by_field_name("coordinate"))
        else {
            return self.error(range, "the coordinate is missing");
        };
        if callee.kind() == "tuple" && callee.named_child_count() != 1 {
            let message = "only a name, a call or a layout in parentheses is evaluated or sliced: \
                           write `((4,8):(1,4))(3)`";
            return self.error(self.range(list), message);
        }
        let coordinate = self.elements(list, context.value());
        let text = self.text_of(callee);
        let plain = operation::plain_name(text);
        let plain = if plain == LAYOUT_OF_CODE { "make_layout" } else { plain };
        let is_of_cute = plain != text && callee.named_child_count() == 0;
        if let Some(name) = operation::canonical_name(plain).or(is_of_cute.then_some(plain)) {
            let function = Name { text: name.to_owned(), range: self.range(callee) };
            let kind = ExprKind::Call { function, template: Vec::new(), arguments: coordinate };
            return Expr { kind, range };
        }
        if list.named_child_count() == 0 {
            return self.error(self.range(list), "expected a coordinate between the parentheses");
        }
        let callee = Box::new(self.lower(callee, context.value()));
        Expr { kind: ExprKind::Apply { callee, coordinate }, range }
    }

    // Operators.

    fn basis(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let value = Box::new(self.lower_field(node, "value", context.value()));
        match self.path(node) {
            Ok(path) => Expr { kind: ExprKind::Basis { value, path }, range },
            Err(error) => error,
        }
    }

    /// A sign becomes part of a number, a basis or a fraction: `-2@1` is the basis -2@1.
    fn negation(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let Some(operand) = node.child_by_field_name("operand") else {
            return self.error(range, "the operand is missing");
        };
        match operand.kind() {
            "integer" => return Expr { range, ..self.integer(operand, true) },
            "fraction" => return Expr { range, ..self.fraction(operand, true) },
            _ => {}
        }
        let operand = self.lower(operand, context.deeper());
        let kind = match operand.kind {
            ExprKind::Basis { value, path } => match value.kind {
                ExprKind::Int(number) if number != i64::MIN => {
                    ExprKind::Basis { value: Box::new(Expr { kind: ExprKind::Int(-number), ..*value }), path }
                }
                kind => {
                    let basis = ExprKind::Basis { value: Box::new(Expr { kind, range: value.range }), path };
                    ExprKind::Negate(Box::new(Expr { kind: basis, range: operand.range }))
                }
            },
            kind => ExprKind::Negate(Box::new(Expr { kind, range: operand.range })),
        };
        Expr { kind, range }
    }

    fn binary(&mut self, node: Node<'_>, context: Context) -> Expr {
        let range = self.range(node);
        let sign = node.child_by_field_name("operator").map(|sign| self.text_of(sign));
        let Some(operator) = sign.and_then(operator_of) else {
            return self.error(range, "the operator is missing");
        };
        let left = Box::new(self.lower_field(node, "left", context));
        let right = Box::new(self.lower_field(node, "right", context));
        Expr { kind: ExprKind::Binary { operator, left, right }, range }
    }

    /// A chain `a o b o c`, with the composed literals `Sw<3,4,3> o 0 o (8,64):(64,1)` in it made one.
    fn composition(&mut self, node: Node<'_>, context: Context) -> Expr {
        let mut operands = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            let is_chain = node.kind() == "composition";
            let operand = if is_chain { node.child_by_field_name("left") } else { Some(node) };
            operands.extend(operand);
            next = is_chain.then(|| node.child_by_field_name("right")).flatten();
        }
        if context.depth + operands.len() > MAX_DEPTH {
            return self.too_deep(self.range(node));
        }
        let inner = Context { place: Place::Value, depth: context.depth + operands.len() };
        let mut chain: Vec<Expr> = Vec::new();
        let mut rest = operands.into_iter().peekable();
        while let Some(node) = rest.next() {
            let address = node.kind() == "pointer";
            if address && rest.peek().is_some() {
                // An address in front of a layout, as tensors print: only a swizzle before it reads it.
                if chain.last().is_some_and(is_swizzle) {
                    chain.push(Expr { kind: ExprKind::Any, range: self.range(node) });
                }
                continue;
            }
            chain.push(self.lower(node, inner));
        }
        fold_right(join_composed(chain), self.range(node))
    }
}

/// A type as CuTe prints it, in one spelling: no blanks, no namespace of its own, no `{}`.
fn type_name(text: &str) -> String {
    let text = text.strip_suffix("{}").unwrap_or(text);
    let text: String = text.split_whitespace().collect();
    text.replace("cute::", "").replace("cutlass::", "")
}

fn unit_of(value: i64, path: Vec<i64>, range: Range<usize>) -> Expr {
    let value = Box::new(Expr { kind: ExprKind::Int(value), range: range.clone() });
    Expr { kind: ExprKind::Basis { value, path }, range }
}

fn operator_of(sign: &str) -> Option<BinaryOperator> {
    Some(match sign {
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Remainder,
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "⊘" => BinaryOperator::LogicalDivide,
        "⊗" => BinaryOperator::LogicalProduct,
        "o" | "∘" => BinaryOperator::Compose,
        "==" => BinaryOperator::Equal,
        "!=" => BinaryOperator::NotEqual,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterEqual,
        _ => return None,
    })
}

fn is_swizzle(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Swizzle { .. })
}

/// The offset of a composed literal: an integer, a tuple of integers, an address (`Any`).
fn is_offset(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Any | ExprKind::AnyMultiple(_) => true,
        ExprKind::Tuple(elements) => !elements.is_empty() && elements.iter().all(is_offset),
        _ => false,
    }
}

/// Replaces each run `swizzle, offset, layout` by the composed layout that it spells.
fn join_composed(chain: Vec<Expr>) -> Vec<Expr> {
    let mut joined: Vec<Expr> = Vec::new();
    for operand in chain {
        let composes =
            matches!(joined.as_slice(), [.., swizzle, offset] if is_swizzle(swizzle) && is_offset(offset));
        if !composes {
            joined.push(operand);
            continue;
        }
        if let (Some(offset), Some(swizzle)) = (joined.pop(), joined.pop()) {
            joined.push(compose(swizzle, offset, operand));
        }
    }
    joined
}

/// The literal binds tighter than the divisions behind its layout: they divide the composed layout.
fn compose(swizzle: Expr, offset: Expr, operand: Expr) -> Expr {
    let range = swizzle.range.start..operand.range.end;
    let kind = match operand.kind {
        ExprKind::Binary {
            operator: operator @ (BinaryOperator::LogicalDivide | BinaryOperator::LogicalProduct),
            left,
            right,
        } => ExprKind::Binary { operator, left: Box::new(compose(swizzle, offset, *left)), right },
        kind => ExprKind::Composed {
            swizzle: Box::new(swizzle),
            offset: Box::new(offset),
            layout: Box::new(Expr { kind, range: operand.range }),
        },
    };
    Expr { kind, range }
}

/// `a o (b o c)`.
fn fold_right(mut chain: Vec<Expr>, range: Range<usize>) -> Expr {
    let Some(mut result) = chain.pop() else { return Expr { kind: ExprKind::Error, range } };
    while let Some(left) = chain.pop() {
        let range = left.range.start..result.range.end;
        let kind = ExprKind::Binary {
            operator: BinaryOperator::Compose,
            left: Box::new(left),
            right: Box::new(result),
        };
        result = Expr { kind, range };
    }
    result
}
