//! What an evaluation of code is given besides the code.

use std::fmt;

use layout_algebra::symbolic::Facts;
use layoutlens_syntax::Expr;

use super::libraries::Libraries;
use crate::{Evaluated, Problem};

/// Says whether nobody waits for an evaluation any longer.
pub(super) type IsOutdated<'a> = &'a (dyn Fn() -> bool + Sync);

/// What an evaluation of code is given besides the code.
#[derive(Clone, Copy)]
pub(super) struct Outside<'a> {
    /// What statements say of names.
    pub(crate) facts: &'a Facts,
    /// Says whether nobody waits for the evaluation any longer.
    pub(crate) is_outdated: IsOutdated<'a>,
    /// The libraries that the code may use.
    pub(crate) libraries: &'static Libraries,
    /// What CuTe notation is worth in which no name is bound.
    pub(crate) notation: fn(&Expr) -> (Evaluated, Vec<Problem>),
}

impl fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside").field("facts", &self.facts).finish_non_exhaustive()
    }
}
