//! What is done where a class of Python is made: the statements in it, and what they give its attributes.

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Item, StatementKind},
};

use crate::code::walk;

/// Functions that write variables by their names.
pub(super) const BY_NAME: &[&str] = &["exec", "eval", "globals"];

/// The names under which classes have what a call makes, as of a property or a descriptor, without a type.
pub(super) fn made_by_calls(items: &[Item], names: &mut FxHashSet<String>) {
    for item in items {
        let Item::Class(class) = item else { continue };
        made_by_calls(&class.members, names);
        for member in class.members.iter() {
            if let Item::Statement(statement) = member
                && let StatementKind::Declare(declaration) = &statement.kind
                && declaration.declared_type.is_none()
                && matches!(
                    declaration.value.as_ref().map(|value| &value.kind),
                    Some(ExprKind::Invoke { .. })
                )
            {
                names.extend(declaration.names.iter().map(|name| name.text.clone()));
            }
        }
    }
}

/// Whether statements of classes write variables by their names.
pub(super) fn writes_in_classes(items: &[Item]) -> bool {
    let mut writes = false;
    for item in items {
        let Item::Class(class) = item else { continue };
        writes |= writes_in_classes(&class.members);
        for member in class.members.iter() {
            let Item::Statement(statement) = member else { continue };
            writes |= matches!(&statement.kind, StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. })
                if matches!(callee.kind, ExprKind::Member { .. }));
            walk::statements(std::slice::from_ref(statement), &mut |expr: &Expr| {
                writes |= matches!(&expr.kind, ExprKind::Name(name) if BY_NAME.contains(&name.as_str()));
            });
        }
    }
    writes
}
