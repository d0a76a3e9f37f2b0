//! What a class template asserts of its numbers: suppositions that it refuses are none.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, DeclarationKind, HostStatement, Item, StatementKind},
};

use crate::{code::walk, state::interpreter::Interpreter};

impl Interpreter<'_> {
    /// Holds the claims of the class at hand against what is supposed of its template.
    pub(crate) fn hold_assertions(&mut self, class: &Class) {
        for member in class.members.iter() {
            if let Item::Statement(HostStatement { kind: StatementKind::Assert(claim), .. }) = member
                && is_of_numbers(class, claim)
                && self.without_changes(|this| this.condition(claim)) == Some(false)
            {
                self.fails_here(Some(claim));
            }
        }
    }
}

/// Whether a claim compares numbers that a template is given, under the names that the class has for them.
fn is_of_numbers(class: &Class, claim: &Expr) -> bool {
    let is_parameter = |name: &str| {
        let mut numbers = class.template.iter().filter(|parameter| !parameter.is_type);
        numbers.any(|parameter| parameter.name.as_ref().is_some_and(|own| own.text == name))
    };
    let is_other_name = |name: &str| {
        class.members.iter().any(|member| match member {
            Item::Statement(HostStatement { kind: StatementKind::Declare(declaration), .. }) => {
                declaration.kind == DeclarationKind::Constant
                    && declaration.names.iter().any(|own| own.text == name)
                    && matches!(&declaration.value, Some(Expr { kind: ExprKind::Name(of), .. }) if is_parameter(of))
            }
            _ => false,
        })
    };
    let mut are_numbers = true;
    walk::expression(claim, &mut |expr: &Expr| {
        are_numbers &= match &expr.kind {
            ExprKind::Name(name) => is_parameter(name) || is_other_name(name),
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Binary { .. } => true,
            _ => false,
        };
    });
    are_numbers
}
