//! The names in code.

use layoutlens_syntax::{Expr, ExprKind, program::Item};

use crate::code::walk;

/// All of them, as the code spells them.
pub(crate) fn names(items: &[Item]) -> Vec<&str> {
    let mut names = Vec::new();
    walk::items(items, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => names.push(name.as_str()),
        ExprKind::Member { name, .. } => names.push(name.text.as_str()),
        _ => {}
    });
    names
}
