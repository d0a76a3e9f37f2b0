//! Whether statements jump out of all of them.

use crate::program::{HostStatement, Jump, StatementKind};

/// Whether these statements jump so, out of all of them.
pub(super) fn jumps_inside(body: &[HostStatement], jump: Jump) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Jump(other) => *other == jump,
        StatementKind::Block(body) | StatementKind::Finally(body) => jumps_inside(body, jump),
        StatementKind::If { then, otherwise, .. } => {
            jumps_inside(then, jump) || jumps_inside(otherwise, jump)
        }
        StatementKind::Try { body, handlers } => {
            jumps_inside(body, jump) || handlers.iter().any(|body| jumps_inside(body, jump))
        }
        StatementKind::Alternatives(branches) => {
            branches.iter().any(|branch| jumps_inside(&branch.body, jump))
        }
        // A jump in a loop is the loop's, and a function or class is another's body.
        StatementKind::Declare(_)
        | StatementKind::Assign { .. }
        | StatementKind::Expression(_)
        | StatementKind::Return(_)
        | StatementKind::Loop { .. }
        | StatementKind::Label(_)
        | StatementKind::Function(_)
        | StatementKind::Class(_)
        | StatementKind::Assert(_)
        | StatementKind::Macro(_)
        | StatementKind::Instantiate { .. }
        | StatementKind::Unread(_) => false,
    })
}
