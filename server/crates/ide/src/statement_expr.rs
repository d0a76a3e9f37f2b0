//! The expressions of a statement.

use layoutlens_syntax::{Binding, Expr, ExprKind, Run, Statement};

/// The outermost expressions of a statement, in the order of the text.
pub(crate) fn expressions(statement: &Statement) -> Vec<&Expr> {
    match statement {
        Statement::Let { value, .. } | Statement::Show(value) => vec![value],
        Statement::Assert(assertion) => vec![&assertion.claim],
        Statement::With(bindings) => bindings
            .iter()
            .map(|binding| match binding {
                Binding::Value { value, .. } => value,
                Binding::Divisible { divisor, .. } => divisor,
            })
            .collect(),
        Statement::Run(Run::Copy { source, destination, options, .. }) => {
            [source, destination].into_iter().chain(options.iter().map(|option| &option.value)).collect()
        }
        Statement::Run(Run::Gemm { a, b, c, options, .. }) => {
            [a, b, c].into_iter().chain(options.iter().map(|option| &option.value)).collect()
        }
        Statement::Allow(_) | Statement::Broken => Vec::new(),
    }
}

/// The parts of an expression of the annotation language, in the order of the text.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Tuple(elements) | ExprKind::Tiler(elements) => elements.iter().collect(),
        ExprKind::Layout { shape, stride } => vec![shape, stride],
        ExprKind::Basis { value, .. } => vec![value],
        ExprKind::Composed { swizzle, offset, layout } => vec![swizzle, offset, layout],
        ExprKind::Call { template, arguments, .. } => template.iter().chain(arguments).collect(),
        ExprKind::Apply { callee, coordinate } => {
            std::iter::once(callee.as_ref()).chain(coordinate).collect()
        }
        ExprKind::Negate(operand) => vec![operand],
        ExprKind::Binary { left, right, .. } => vec![left, right],
        // Leaves, and what only host code has.
        _ => Vec::new(),
    }
}
