//! What an annotation says of a parameter of which a value is supposed: a tensor, a pointer, a tuple of such.

use std::sync::Arc;

use layoutlens_host_value::convention::{Convention, Suggested};
use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind};

use crate::suppose::told::last_name;

/// What an annotation says of a parameter.
pub(crate) enum Kind<'e> {
    Tensor,
    /// A tensor of another library, of which those that kernels are given are made.
    ForeignTensor,
    Type,
    Truth,
    Number,
    Numbers(usize),
    Class(&'e Expr),
    /// A tiled MMA or copy of the DSL, or a thread's slice of one: of one of these classes.
    Tiled(Vec<&'static str>),
    /// So many integers of run time.
    Counted(usize),
    /// A pointer.
    Pointer,
    /// A tuple of what these annotations are of.
    Parts(Vec<&'e Expr>),
    /// One of these texts.
    Texts(Vec<Arc<str>>),
    /// A text.
    Text,
}

impl From<Suggested> for Kind<'_> {
    fn from(suggested: Suggested) -> Self {
        match suggested {
            Suggested::Tensor => Self::Tensor,
            Suggested::Type => Self::Type,
            Suggested::Truth => Self::Truth,
            Suggested::Number => Self::Number,
            Suggested::Numbers(count) => Self::Numbers(count),
            Suggested::Tiled(kind) => Self::Tiled(vec![kind]),
            Suggested::Counted(count) => Self::Counted(count),
        }
    }
}

/// What an annotation is of; `None` for what no value is supposed of.
pub(crate) fn kind<'e>(convention: &Convention, declared: &'e Expr, depth: usize) -> Option<Kind<'e>> {
    let depth = depth.checked_sub(1)?;
    match &declared.kind {
        ExprKind::Name(_) | ExprKind::Member { .. } => match last_name(declared)? {
            name if name == convention.tensor => Some(match is_of_library(convention, declared) {
                true => Kind::Tensor,
                false => Kind::ForeignTensor,
            }),
            "bool" => Some(Kind::Truth),
            "int" => Some(Kind::Number),
            "str" => Some(Kind::Text),
            name if name == convention.pointer => Some(Kind::Pointer),
            name => match convention.tiled.iter().find(|known| **known == name) {
                Some(known) => Some(Kind::Tiled(vec![known])),
                None => Some(Kind::Class(declared)),
            },
        },
        ExprKind::Binary { operator: Op::BitOr, left, right } => {
            one_of([kind(convention, left, depth), kind(convention, right, depth)].into_iter())
        }
        ExprKind::Index { base, indices } => match (last_name(base)?, indices.as_slice()) {
            ("Optional", [inner]) => kind(convention, inner, depth),
            (name, [inner]) if name == convention.constant => kind(convention, inner, depth),
            ("Union", [list]) if let ExprKind::Tuple(parts) = &list.kind => {
                one_of(parts.iter().map(|part| kind(convention, part, depth)))
            }
            ("Union", parts) => one_of(parts.iter().map(|part| kind(convention, part, depth))),
            ("Type" | "type", [_]) => Some(Kind::Type),
            ("Tuple" | "tuple", [list]) if let ExprKind::Tuple(parts) = &list.kind => {
                tuple(convention, parts, depth)
            }
            ("Tuple" | "tuple", parts) => tuple(convention, parts, depth),
            ("Literal", [list]) if let ExprKind::Tuple(parts) = &list.kind => texts(parts),
            ("Literal", parts) => texts(parts),
            _ => None,
        },
        _ => None,
    }
}

/// `Tuple[int, int] | Tuple[int, int, int]`: the first, and of tuples the one that says more; `TiledMma | TiledCopy` may be
/// either.
fn one_of<'e>(kinds: impl Iterator<Item = Option<Kind<'e>>>) -> Option<Kind<'e>> {
    kinds.flatten().reduce(|first, next| match (first, next) {
        (Kind::Numbers(one), Kind::Numbers(other)) => Kind::Numbers(one.max(other)),
        (Kind::Tiled(mut all), Kind::Tiled(others)) => {
            all.extend(others);
            Kind::Tiled(all)
        }
        (first, _) => first,
    })
}

/// `Optional[cute.Tensor]`, `cute.Tensor | None`.
pub(crate) fn is_optional(declared: &Expr) -> bool {
    match &declared.kind {
        ExprKind::Index { base, .. } => last_name(base) == Some("Optional"),
        ExprKind::Binary { operator: Op::BitOr, left, right } => {
            [left, right].iter().any(|side| is_optional(side) || last_name(side) == Some("None"))
        }
        _ => false,
    }
}

/// Whether an annotation says so little that the name says more: `Constexpr`, of what is only said to be known when the function
/// is compiled, `Any`, and `tuple`.
pub(crate) fn is_of_any_value(convention: &Convention, declared: &Expr) -> bool {
    matches!(declared.kind, ExprKind::Name(_) | ExprKind::Member { .. })
        && last_name(declared).is_some_and(|name| {
            name == convention.constant || name == "Any" || convention.tuples.contains(&name)
        })
}

/// `Tuple[int, int]`, `Tuple[Int32, Int32]`, `Tuple[Int32, Tuple[Int32, Int32]]`, `Tuple[OperandMajorMode, LayoutEnum]`.
fn tuple<'e>(convention: &Convention, parts: &'e [Expr], depth: usize) -> Option<Kind<'e>> {
    let of_parts = || {
        let is_known = |part: &Expr| is_counted(convention, part) || kind(convention, part, depth).is_some();
        (parts.len() > 1 && parts.iter().all(is_known)).then(|| Kind::Parts(parts.iter().collect()))
    };
    numbers(parts).or_else(|| counted(convention, parts)).or_else(of_parts)
}

/// `Literal["2Dx3D", "2Dx2D"]`.
fn texts<'e>(parts: &'e [Expr]) -> Option<Kind<'e>> {
    let all: Option<Vec<Arc<str>>> = parts
        .iter()
        .map(|part| match &part.kind {
            ExprKind::Text(text) => Some(Arc::from(&**text)),
            _ => None,
        })
        .collect();
    all.filter(|all| !all.is_empty()).map(Kind::Texts)
}

fn numbers(parts: &[Expr]) -> Option<Kind<'_>> {
    parts.iter().all(|part| last_name(part) == Some("int")).then_some(Kind::Numbers(parts.len()))
}

/// `Tuple[Int32, Int32]`: integers of run time.
fn counted<'e>(convention: &Convention, parts: &[Expr]) -> Option<Kind<'e>> {
    let is_integer = |part: &Expr| is_counted(convention, part);
    (parts.len() > 1 && parts.iter().all(is_integer)).then_some(Kind::Counted(parts.len()))
}

/// `Int32`.
pub(crate) fn is_counted(convention: &Convention, part: &Expr) -> bool {
    last_name(part).is_some_and(|name| convention.run_time_integers.contains(&name))
}

/// `cute.Tensor`, not `torch.Tensor`.
fn is_of_library(convention: &Convention, declared: &Expr) -> bool {
    match &declared.kind {
        ExprKind::Member { base, .. } => last_name(base) != Some(convention.foreign_tensors),
        _ => true,
    }
}
