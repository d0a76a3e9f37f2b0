//! Labels and jumps in code.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{HostStatement, Jump, StatementKind},
};

use crate::code::walk;

/// Whether a label stands in a statement.
pub(crate) fn has_label(statement: &HostStatement) -> bool {
    let any = |body: &[HostStatement]| body.iter().any(has_label);
    match &statement.kind {
        StatementKind::Label(_) => true,
        StatementKind::If { then, otherwise, .. } => any(then) || any(otherwise),
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            any(body)
        }
        StatementKind::Try { body, handlers } => any(body) || handlers.iter().any(|body| any(body)),
        StatementKind::Alternatives(branches) => branches.iter().any(|branch| any(&branch.body)),
        _ => false,
    }
}

/// Whether a function has places to which it may come back otherwise than in the order of the text.
pub(crate) fn has_jumps(body: &[HostStatement]) -> bool {
    let mut returns_again = false;
    walk::statements(body, &mut |expr: &Expr| {
        returns_again |= matches!(&expr.kind, ExprKind::Invoke { callee, .. } if is_return_again(callee));
    });
    returns_again || body.iter().any(has_label)
}

/// Functions that may return more than once.
const RETURNING_AGAIN: [&str; 5] = ["setjmp", "_setjmp", "sigsetjmp", "vfork", "getcontext"];

/// Whether a call may return more than once. Asked of every call: most names are told from these by their last bytes.
pub(crate) fn is_return_again(callee: &Expr) -> bool {
    let ExprKind::Name(name) = &callee.kind else { return false };
    let is_it = |again: &&str| {
        name.strip_suffix(*again).is_some_and(|before| before.is_empty() || before.ends_with("::"))
    };
    RETURNING_AGAIN.iter().any(is_it)
}

/// Whether statements end in ending the program.
pub(crate) fn ends_program(body: &[HostStatement]) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. }) => {
            matches!(&callee.kind, ExprKind::Name(name) if matches!(name.rsplit("::").next(),
                Some("exit" | "abort" | "terminate" | "quick_exit" | "_Exit" | "__trap")))
        }
        StatementKind::Jump(Jump::Raise) => true,
        _ => false,
    })
}
