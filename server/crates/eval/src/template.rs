//! Calls with template arguments, `group<0,2>(A)`, as calls without.

use layoutlens_operation::{self, Operation, Place};
use layoutlens_syntax::{Expr, ExprKind};

/// The operation that a template call means, and its operands in order; `None` where there is no such template.
pub(crate) fn untemplated(
    operation: Operation,
    template: &[Expr],
    arguments: &[Expr],
) -> Option<(Operation, Vec<Expr>)> {
    let ([first, .., last] | [first @ last]) = template else { return Some((operation, arguments.to_vec())) };
    let range = first.range.start..last.range.end;
    let (operation, places) = layoutlens_operation::untemplated(operation, template.len(), arguments.len())?;
    let operand = |place| match place {
        Place::Argument(index) => arguments.get(index).cloned(),
        Place::Template(index) => template.get(index).cloned(),
        Place::WholeTemplate => Some(Expr { kind: ExprKind::Tuple(template.to_vec()), range: range.clone() }),
        Place::Filler => {
            // No text stands for the filler, so a hover never finds it.
            let nowhere = range.end..range.end;
            let int = |value| Box::new(Expr { kind: ExprKind::Int(value), range: nowhere.clone() });
            let kind = ExprKind::Layout { shape: int(1), stride: int(0) };
            Some(Expr { kind, range: nowhere.clone() })
        }
    };
    let operands: Option<Vec<Expr>> = places.into_iter().map(operand).collect();
    Some((operation, operands?))
}
