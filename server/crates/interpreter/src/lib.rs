//! Runs programs abstractly: every function is run with what its callers give it, every branch that may be taken is.
//!
//! A value is certain or unknown. Where two branches leave different values, where a loop changes a variable, where a
//! call may write through a reference, what was known is forgotten; a C++ integer then goes by its own name.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod code;
mod cpp;
mod entry;
pub mod kept;
mod limits;
mod python;
mod run;
mod state;
mod suppose;
mod value;

use std::sync::atomic::{AtomicBool, Ordering};

use layoutlens_host_value::{
    evaluation::{HeaderPrograms, HostEvaluation, HostFile, NotEvaluated},
    libraries::Libraries,
    outside::Outside,
};

use layoutlens_syntax::Language;

use crate::{
    entry::{roots, thread, unit},
    kept::{Keeping, KeptRuns},
};

/// Runs the first file; the others are what it includes or imports, the units programs that include it.
///
/// # Errors
/// Why it was not run to its end. That says nothing of the code.
pub fn run(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
) -> Result<HostEvaluation, NotEvaluated> {
    run_keeping(main, others, programs, outside, None)
}

/// The same of a revision of a file that has this text, of which what an earlier one left is known; and what it leaves, if
/// that may be kept.
///
/// # Errors
/// As [`run`].
pub fn run_beside(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
    revision: (&str, Option<&KeptRuns>),
) -> Result<(HostEvaluation, Option<KeptRuns>), NotEvaluated> {
    let (text, known) = revision;
    if !programs.programs.is_empty() || !may_use_library(main, others, outside.libraries) {
        return Ok((run(main, others, programs, outside)?, None));
    }
    let keeping = kept::begin(main, others, outside, text, known);
    let evaluation = run_keeping(main, others, programs, outside, keeping.as_ref())?;
    Ok((evaluation, keeping.map(Keeping::done)))
}

fn run_keeping(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
    keeping: Option<&Keeping>,
) -> Result<HostEvaluation, NotEvaluated> {
    if !may_use_library(main, others, outside.libraries) {
        return Ok(HostEvaluation::default());
    }
    // Whoever sees it first tells all.
    let is_given_up = AtomicBool::new(false);
    let is_outdated = || {
        is_given_up.load(Ordering::Relaxed)
            || (outside.is_outdated)() && {
                is_given_up.store(true, Ordering::Relaxed);
                true
            }
    };
    let work =
        || unit::run(main, others, programs, Outside { is_outdated: &is_outdated, ..outside }, keeping);
    let evaluation = thread::on_its_own(limits::STACK_BYTES, work)?;
    if is_given_up.load(Ordering::Relaxed) { Err(NotEvaluated::Outdated) } else { Ok(evaluation) }
}

/// Whether a file uses the libraries of its language, in C++ through headers of its own, too. Other code is left alone.
fn may_use_library(main: &HostFile, others: &[HostFile], libraries: &Libraries) -> bool {
    let mut files = std::iter::once(main).chain(others.iter().filter(|_| main.language == Language::Cuda));
    files.any(|file| roots::uses_library(file, libraries))
}
