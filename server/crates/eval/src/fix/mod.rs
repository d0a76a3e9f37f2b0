//! What mends a statement, or a layout in a comment: replacements in its text, each of which was tried.
//!
//! A replacement is offered when the statement, read and evaluated with it in its place, has the problem no more and no other
//! that it had not before. Trying costs an evaluation each time, so this is done when somebody asks and not with every
//! edit, and no more than [`MOST_TRIALS`] times a file.

mod claim;
mod coalesced;
mod division;
mod literal;
mod number;
mod operands;
mod run;
mod trial;
mod unread;

use std::{cell::Cell, ops::Range};

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_operation::Code;

pub(crate) use trial::{Form, Trial};

/// How many replacements are tried in one file; problems behind that have none.
const MOST_TRIALS: usize = 2048;

/// For which problems of a file fixes are wanted.
pub(crate) struct Fixing<'a> {
    /// The document.
    pub(crate) text: &'a str,
    /// Statements and comments that touch these bytes.
    pub(crate) within: Range<usize>,
    /// Trials that are left.
    pub(crate) trials: Cell<usize>,
}

impl<'a> Fixing<'a> {
    pub(crate) fn new(text: &'a str, within: Range<usize>) -> Self {
        Self { text, within, trials: Cell::new(MOST_TRIALS) }
    }

    /// Whether fixes are wanted for what stands in `range`.
    pub(crate) fn wants(&self, range: &Range<usize>) -> bool {
        self.trials.get() > 0 && range.start <= self.within.end && self.within.start <= range.end
    }
}

/// Adds what mends the problem, and takes away what does not.
pub(crate) fn mend(problem: &mut Problem, trial: &Trial<'_>) {
    let mut fixes = std::mem::take(&mut problem.fixes);
    fixes.retain(|fix| trial.mends(problem, fix));
    let found = match problem.code {
        Code::Syntax => unread::fixes(problem, trial),
        Code::NonCongruent => literal::congruent(problem, trial),
        Code::MixedStrides => literal::of_one_kind(problem, trial),
        Code::FractionalBasis => literal::whole_bases(problem, trial),
        Code::InvalidSwizzle => literal::swizzle(problem, trial),
        Code::InexactDivision => division::fixes(problem, trial),
        Code::ArgumentCount => operands::counted(problem, trial),
        Code::AssertFailed => claim::fixes(problem, trial),
        Code::NeedsPredicate => number::that_divide(problem, trial),
        Code::AcceptedButWrong if fixes.is_empty() => {
            let near = number::near(problem, trial);
            if near.is_empty() { coalesced::fixes(problem, trial) } else { near }
        }
        Code::RankMismatch if fixes.is_empty() => operands::ranked(problem, trial),
        Code::NonInjective | Code::Undefined | Code::ShapeDivisibility | Code::StrideDivisibility
            if fixes.is_empty() =>
        {
            let named = number::named(problem, trial);
            named.into_iter().chain(coalesced::fixes(problem, trial)).collect()
        }
        Code::RunOverlap => run::apart(problem, trial),
        Code::RunSizeMismatch => run::transposed(problem, trial),
        _ => Vec::new(),
    };
    for fix in found {
        if !fixes.iter().any(|known| trial.line_with(known) == trial.line_with(&fix)) {
            fixes.push(fix);
        }
    }
    // Of several only a person can choose.
    if fixes.len() > 1 {
        fixes.iter_mut().for_each(|fix| fix.is_safe = false);
    }
    problem.fixes = fixes;
}

/// A replacement that is a choice of the user's.
fn replacement(title: impl Into<String>, range: &Range<usize>, text: impl Into<String>) -> Replacement {
    Replacement { title: title.into(), range: range.clone(), text: text.into(), is_safe: false }
}
