//! What mends a statement, or a layout in a comment: replacements in its text, each of which was tried.
//!
//! A replacement is offered when the statement, read and evaluated with it in its place, has the problem no more and no other
//! that it had not before. Trying costs an evaluation each time, so this is done when somebody asks and not with every
//! edit, and a limited number of times a file.

mod claim;
mod coalesced;
mod division;
mod fixing;
mod literal;
mod number;
mod operands;
mod run;
mod trial;
mod unread;

use layoutlens_host_value::problem::Problem;
use layoutlens_operation::Code;

pub(crate) use fixing::Fixing;
pub(crate) use trial::{Alone, Form, Trial};

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
