//! What the arguments become of a function that the DSL compiles.
//!
//! Measured with nvidia-cutlass-dsl 4.8.1, the same for `cute.compile(f, x)`, for `f(x)` in Python code and for
//! `kernel(x).launch(..)` in a function that is compiled. A default that is taken becomes what the same argument would.
//!
//! | annotation | argument | in the function |
//! |---|---|---|
//! | none, `int`, `cutlass.Int32`, `tuple`, `list`, `Any` | `4`, `True`, `Int32(4)` | `?` |
//! | the same | `(4, [5, None])` | `(?, [?, None])` |
//! | the same | `None`, a type, a layout, an atom, a tensor | as it is |
//! | the same | a dataclass | its fields likewise, but those that are `Constexpr` |
//! | the same | a class with `__extract_mlir_values__` | `Int32(4)` becomes `?`; `4` stays |
//! | `Constexpr`, `Constexpr[int]` | `4`, `True`, `(4, 5)`, `"k"` | as it is |
//! | `cute.Shape`, `Stride`, `Coord`, `Tile`, `Tiler`, `IntTuple`, or a union with one | `(4, Int32(5))` | `(4, ?)` |
//! | `self` | an object | as it is, with its fields |
//!
//! A function that a compiled function calls in Python's way, `@cute.jit` or not, gets its arguments as they are,
//! whatever their annotations. Variables around a function and of its module are as they are, too.

use layoutlens_host_value::{
    function::Callable,
    staging::{Annotation, Compiled, Staging},
    value::HostValue,
};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

/// What the DSL compiles.
pub(crate) const STAGING: Staging = Staging { compiled, annotation };

/// Names of the annotations that leave Python's integers as they are.
const SHAPES: &[&str] = &["Shape", "Stride", "Coord", "Tile", "Tiler", "IntTuple"];

/// Modules whose names are no other names of the DSL's.
const FOREIGN: &[&str] = &["typing", "torch", "cuda", "numpy", "collections", "types", "builtins"];

/// What the decorators of a function make of it.
fn compiled(decorators: &[Expr]) -> Option<Compiled> {
    decorators.iter().find_map(|decorator| match last_name(decorator)? {
        "jit" => Some(Compiled::Function),
        "kernel" => Some(Compiled::Kernel),
        _ => None,
    })
}

fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        ExprKind::Invoke { callee, .. } => last_name(callee),
        _ => None,
    }
}

/// What an annotation makes of an argument; `value` says what a name in it stands for.
fn annotation(declared: Option<&Expr>, value: &mut dyn FnMut(&Expr) -> HostValue) -> Annotation {
    match declared {
        Some(declared) => of_type(declared, value),
        None => Annotation::RunTime,
    }
}

fn of_type(declared: &Expr, value: &mut dyn FnMut(&Expr) -> HostValue) -> Annotation {
    match &declared.kind {
        ExprKind::Name(name) => of_name(name, &value(declared)),
        ExprKind::Member { name, .. } => of_name(&name.text, &value(declared)),
        // An annotation that is read later: `"cute.Shape"`.
        ExprKind::Text(text) => {
            let head = text.split('[').next().unwrap_or(text).trim();
            let is_path = head.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte));
            let is_union = matches!(head.rsplit('.').next(), Some("Optional" | "Union"));
            let names_other = SHAPES.iter().chain(&["Constexpr"]).any(|name| text.contains(name));
            match is_path && !is_union {
                true => of_path(head).unwrap_or(Annotation::RunTime),
                // Of a union that is read later, the parts are not looked at.
                false if names_other => Annotation::Unknown,
                false => Annotation::RunTime,
            }
        }
        // `Optional[cute.Shape]` is a union, `Optional[Constexpr]` is refused.
        ExprKind::Index { base, indices } => match last_name(base) {
            Some("Optional" | "Union") => of_union(indices.iter(), value),
            _ => match of_type(base, value) {
                Annotation::Constant => Annotation::Constant,
                Annotation::Unknown => Annotation::Unknown,
                Annotation::Shape | Annotation::RunTime => Annotation::RunTime,
            },
        },
        ExprKind::Binary { operator: BinaryOperator::BitOr, left, right } => {
            of_union([&**left, &**right].into_iter(), value)
        }
        // What is no type is none of those that change anything: `None`, `1`, a call.
        _ => Annotation::RunTime,
    }
}

/// A union of which one part is a shape is one; of which one may be, may be one.
fn of_union<'e>(
    parts: impl Iterator<Item = &'e Expr>,
    value: &mut dyn FnMut(&Expr) -> HostValue,
) -> Annotation {
    let parts: Vec<Annotation> = parts.map(|part| of_type(part, value)).collect();
    let holds = |annotation: Annotation| parts.contains(&annotation);
    match (holds(Annotation::Shape), holds(Annotation::Unknown)) {
        (true, _) => Annotation::Shape,
        (false, true) => Annotation::Unknown,
        (false, false) => Annotation::RunTime,
    }
}

fn of_name(name: &str, value: &HostValue) -> Annotation {
    match value {
        HostValue::Module(path) => match of_path(path) {
            Some(annotation) => annotation,
            None if is_foreign(path) => Annotation::RunTime,
            None => Annotation::Unknown,
        },
        HostValue::Type(_) => Annotation::RunTime,
        HostValue::Callable(callable) => match &**callable {
            Callable::Class(_) | Callable::Library { .. } => Annotation::RunTime,
            _ => Annotation::Unknown,
        },
        // What nothing defines is a type of Python's own.
        _ if value.unknown_reason().is_some() && is_builtin(name) => Annotation::RunTime,
        _ => Annotation::Unknown,
    }
}

/// What a name of the DSL says.
fn of_path(path: &str) -> Option<Annotation> {
    let last = path.rsplit('.').next().unwrap_or(path);
    match last {
        "Constexpr" => Some(Annotation::Constant),
        _ if SHAPES.contains(&last) => Some(Annotation::Shape),
        _ => None,
    }
}

fn is_foreign(path: &str) -> bool {
    let root = path.split('.').next().unwrap_or(path);
    root == "cutlass" || root == "object" || FOREIGN.contains(&root)
}

fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        "int" | "float" | "complex" | "bool" | "str" | "bytes" | "tuple" | "list" | "dict" | "set" | "type"
    )
}
