//! Comparisons: chains, `is`, `in`.

use tree_sitter::Node;

use super::{Reader, children};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::Argument;

/// How many elements `x in (a, b, c)` may have; each is compared with a copy of `x`.
const MAX_MEMBERS: usize = 16;

/// The module that has the types of numbers of the DSL.
const DSL: &str = "cutlass";

impl Reader<'_> {
    /// `a < b`, `a < b < c`, `a is None`, `a in (b, c)`.
    pub(super) fn comparison(&mut self, node: Node<'_>) -> ExprKind {
        let operands: Vec<Expr> = children(node).into_iter().map(|operand| self.operand(operand)).collect();
        let mut cursor = node.walk();
        let operators: Vec<&str> =
            node.children_by_field_name("operators", &mut cursor).map(|operator| operator.kind()).collect();
        let inner = operands.get(1..operands.len().saturating_sub(1)).unwrap_or_default();
        if !inner.iter().all(is_plain) {
            // What its operands do, they do all the same.
            let reason = "a chain of comparisons of what is no plain name".into();
            let parts = operands.into_iter().chain([at(ExprKind::Opaque(reason), node)]);
            return ExprKind::Comma(parts.collect());
        }
        let mut all: Option<ExprKind> = None;
        for (pair, operator) in operands.windows(2).zip(operators) {
            let [left, right] = pair else { continue };
            let next = compare(left, operator, right);
            all = Some(match all {
                Some(before) => binary(BinaryOperator::And, at(before, node), at(next, node)),
                None => next,
            });
        }
        all.unwrap_or_else(|| ExprKind::Opaque("a comparison without operands".into()))
    }

    /// An operand; whether something is in a set is told by the set's elements.
    fn operand(&mut self, node: Node<'_>) -> Expr {
        let read = self.expression(node);
        let is_searched = || node.prev_sibling().is_some_and(|before| before.kind().ends_with("in"));
        match read.kind {
            ExprKind::Set(members) if is_searched() => {
                Expr { kind: ExprKind::List(members), range: read.range }
            }
            _ => read,
        }
    }
}

fn at(kind: ExprKind, node: Node<'_>) -> Expr {
    Expr { kind, range: node.byte_range() }
}

fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> ExprKind {
    ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn compare(left: &Expr, operator: &str, right: &Expr) -> ExprKind {
    let plain = |operator| binary(operator, left.clone(), right.clone());
    match operator {
        "<" => plain(BinaryOperator::Less),
        "<=" => plain(BinaryOperator::LessEqual),
        ">" => plain(BinaryOperator::Greater),
        ">=" => plain(BinaryOperator::GreaterEqual),
        "==" => plain(BinaryOperator::Equal),
        "!=" | "<>" => plain(BinaryOperator::NotEqual),
        "is" if is_unique(left) || is_unique(right) => plain(BinaryOperator::Equal),
        "is not" if is_unique(left) || is_unique(right) => plain(BinaryOperator::NotEqual),
        "is" => is_same(left, right),
        "is not" => {
            let range = left.range.start..right.range.end;
            ExprKind::Not(Box::new(Expr { kind: is_same(left, right), range }))
        }
        "in" => one_of(left, right),
        "not in" => match one_of(left, right) {
            opaque @ ExprKind::Opaque(_) => opaque,
            found => ExprKind::Not(Box::new(Expr { kind: found, range: left.range.start..right.range.end })),
        },
        _ => ExprKind::Opaque(format!("the operator `{operator}`").into()),
    }
}

/// `x is y` of what may be equal without being one: a call of a function that no program can define.
fn is_same(left: &Expr, right: &Expr) -> ExprKind {
    let callee = Expr { kind: ExprKind::Name("is".to_owned()), range: left.range.clone() };
    let argument = |value: &Expr| Argument { keyword: None, value: value.clone() };
    ExprKind::Invoke { callee: Box::new(callee), arguments: vec![argument(left), argument(right)] }
}

/// `x in (a, b)`: `x == a or x == b`; of what is no short list, `xs.__contains__(x)`.
fn one_of(left: &Expr, right: &Expr) -> ExprKind {
    let (ExprKind::Tuple(members) | ExprKind::List(members)) = &right.kind else {
        return contains(left, right);
    };
    let has_pack = members.iter().any(|member| matches!(member.kind, ExprKind::Expand(_)));
    if has_pack || members.len() > MAX_MEMBERS || !is_plain(left) {
        return contains(left, right);
    }
    let range = left.range.start..right.range.end;
    let mut any: Option<ExprKind> = None;
    for member in members {
        let next = binary(BinaryOperator::Equal, left.clone(), member.clone());
        any = Some(match any {
            Some(before) => {
                let before = Expr { kind: before, range: range.clone() };
                let next = Expr { kind: next, range: range.clone() };
                binary(BinaryOperator::Or, before, next)
            }
            None => next,
        });
    }
    any.unwrap_or(ExprKind::Bool(false))
}

fn contains(left: &Expr, right: &Expr) -> ExprKind {
    let name = Name { text: "__contains__".to_owned(), range: right.range.clone() };
    let kind = ExprKind::Member { base: Box::new(right.clone()), name };
    let callee = Box::new(Expr { kind, range: right.range.clone() });
    ExprKind::Invoke { callee, arguments: vec![Argument { keyword: None, value: left.clone() }] }
}

/// What may be copied: a name, a member of a name, a number.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Text(_) => true,
        ExprKind::Member { base, .. } => is_plain(base),
        ExprKind::Negate(operand) => is_plain(operand),
        _ => false,
    }
}

/// Whether being equal to it is being it by its spelling: `None`, and the types of the DSL (`cutlass.Float16`). Not `True`,
/// which `1` is equal to; of other types and of what they enumerate it is their values that say so.
fn is_unique(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => name == "None",
        ExprKind::Member { base, name } => {
            is_type_name(&name.text) && matches!(&base.kind, ExprKind::Name(module) if module == DSL)
        }
        _ => false,
    }
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}
