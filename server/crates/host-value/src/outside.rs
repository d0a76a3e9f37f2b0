//! What an evaluation of code is given besides the code.

use std::fmt;

use layoutlens_operation::Evaluated;
use layoutlens_syntax::Expr;

use crate::{libraries::Libraries, problem::Problem, stated::Stated};

/// Says whether nobody waits for an evaluation any longer.
pub(super) type IsOutdated<'a> = &'a (dyn Fn() -> bool + Sync);

/// What an evaluation of code is given besides the code.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// What statements say of names and parameters.
    pub stated: &'a Stated,
    /// Says whether nobody waits for the evaluation any longer.
    pub is_outdated: IsOutdated<'a>,
    /// The libraries that the code may use.
    pub libraries: &'static Libraries,
    /// What CuTe notation is worth in which no name is bound.
    pub notation: fn(&Expr) -> (Evaluated, Vec<Problem>),
}

impl fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside").field("stated", &self.stated).finish_non_exhaustive()
    }
}
