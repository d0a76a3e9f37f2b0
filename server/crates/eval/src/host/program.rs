//! The entry: a file's program to the values of its variables.
//!
//! What comes out is in [`evaluation`](super::evaluation).

use layout_algebra::symbolic::Facts;
use layoutlens_host_value::{
    evaluation::{HeaderPrograms, HostEvaluation, HostFile, NotEvaluated},
    libraries::OfLanguage,
    outside::Outside,
    stated::Stated,
};
use layoutlens_interpreter::kept::KeptRuns;

use crate::expression::evaluate_expression;

/// Runs the first of `files`, with the libraries of its language; the others are what it includes or imports.
///
/// `facts` is what statements say of run-time names of the whole file (`with M = 5120`, `with K % 64 == 0`).
pub fn evaluate_program(files: &[HostFile], facts: &Facts, libraries: OfLanguage) -> HostEvaluation {
    evaluate_stated(files, &HeaderPrograms::default(), &of_facts(facts), libraries, &|| false)
        .unwrap_or_else(|why| HostEvaluation::unread(&why))
}

/// What statements say of the names of a file alone.
fn of_facts(facts: &Facts) -> Stated {
    Stated { facts: facts.clone(), parameters: Vec::new() }
}

/// As [`evaluate_stated`], with facts alone.
///
/// # Errors
/// As [`evaluate_stated`].
pub fn evaluate_unless(
    files: &[HostFile],
    programs: &HeaderPrograms,
    facts: &Facts,
    libraries: OfLanguage,
    is_outdated: &(dyn Fn() -> bool + Sync),
) -> Result<HostEvaluation, NotEvaluated> {
    evaluate_stated(files, programs, &of_facts(facts), libraries, is_outdated)
}

/// As [`evaluate_program`] with the programs around a header and all that statements say, unless `is_outdated` says meanwhile that nobody waits for it any longer.
/// It is asked every few hundred steps, and no more once it said so.
///
/// # Errors
/// Why there is none. That says nothing of the code: it may be evaluated another time.
pub fn evaluate_stated(
    files: &[HostFile],
    programs: &HeaderPrograms,
    stated: &Stated,
    libraries: OfLanguage,
    is_outdated: &(dyn Fn() -> bool + Sync),
) -> Result<HostEvaluation, NotEvaluated> {
    let with_packages = with_packages(files, libraries);
    let files = with_packages.as_deref().unwrap_or(files);
    let Some((main, others)) = files.split_first() else { return Ok(HostEvaluation::default()) };
    let outside =
        Outside { stated, is_outdated, libraries: libraries(main.language), notation: evaluate_expression };
    layoutlens_interpreter::run(main, others, programs, outside)
}

/// As [`evaluate_stated`] of a revision of a file that has this text, of which what an earlier one left is known; and what
/// this one leaves for later ones, if that may be kept.
///
/// # Errors
/// As [`evaluate_stated`].
pub fn evaluate_beside_known(
    files: &[HostFile],
    programs: &HeaderPrograms,
    stated: &Stated,
    libraries: OfLanguage,
    is_outdated: &(dyn Fn() -> bool + Sync),
    revision: (&str, Option<&KeptRuns>),
) -> Result<(HostEvaluation, Option<KeptRuns>), NotEvaluated> {
    let with_packages = with_packages(files, libraries);
    let files = with_packages.as_deref().unwrap_or(files);
    let Some((main, others)) = files.split_first() else { return Ok(Default::default()) };
    let outside =
        Outside { stated, is_outdated, libraries: libraries(main.language), notation: evaluate_expression };
    layoutlens_interpreter::run_beside(main, others, programs, outside, revision)
}

/// The files with those of public packages that they import and do not hold; `None` where there are none of these.
fn with_packages(files: &[HostFile], libraries: OfLanguage) -> Option<Vec<HostFile>> {
    let packages = libraries(files.first()?.language).packages.iter();
    let needed = packages.filter(|package| package.is_needed(files));
    let more: Vec<HostFile> = needed.flat_map(|package| package.files.iter().cloned()).collect();
    (!more.is_empty()).then(|| files.iter().cloned().chain(more).collect())
}
