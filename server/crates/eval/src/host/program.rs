//! The entry: a file's program to the values of its variables.
//!
//! What comes out is in [`evaluation`](super::evaluation).

use layout_algebra::symbolic::Facts;
use layoutlens_host_value::{
    evaluation::{HeaderPrograms, HostEvaluation, HostFile, NotEvaluated},
    outside::Outside,
};
use layoutlens_interpreter::reads::RunReads;
use layoutlens_library::of_language::of_language;

use crate::expression::evaluate_expression;

/// Runs the first of `files`; the others are what it includes or imports.
///
/// `facts` is what statements say of run-time names of the whole file (`with M = 5120`, `with K % 64 == 0`).
pub fn evaluate_program(files: &[HostFile], facts: &Facts) -> HostEvaluation {
    evaluate_unless(files, &HeaderPrograms::default(), facts, &|| false)
        .unwrap_or_else(|why| HostEvaluation::unread(&why))
}

/// The same with the programs around a header, unless `is_outdated` says meanwhile that nobody waits for it any longer.
/// It is asked every few hundred steps, and no more once it said so.
///
/// # Errors
/// Why there is none. That says nothing of the code: it may be evaluated another time.
pub fn evaluate_unless(
    files: &[HostFile],
    programs: &HeaderPrograms,
    facts: &Facts,
    is_outdated: &(dyn Fn() -> bool + Sync),
) -> Result<HostEvaluation, NotEvaluated> {
    let Some((main, others)) = files.split_first() else { return Ok(HostEvaluation::default()) };
    let outside =
        Outside { facts, is_outdated, libraries: of_language(main.language), notation: evaluate_expression };
    layoutlens_interpreter::run(main, others, programs, outside)
}

/// As [`evaluate_program`], with what the functions of the first file read: which of them a later revision may keep.
///
/// # Errors
/// As [`evaluate_unless`].
pub fn evaluate_with_reads(
    files: &[HostFile],
    facts: &Facts,
) -> Result<(HostEvaluation, RunReads), NotEvaluated> {
    let Some((main, others)) = files.split_first() else { return Ok(Default::default()) };
    let outside = Outside {
        facts,
        is_outdated: &|| false,
        libraries: of_language(main.language),
        notation: evaluate_expression,
    };
    layoutlens_interpreter::run_with_reads(main, others, outside)
}
