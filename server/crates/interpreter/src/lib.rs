//! Runs programs abstractly: every function is run with what its callers give it, every branch that may be taken is.
//!
//! A value is certain or unknown. Where two branches leave different values, where a loop changes a variable, where a
//! call may write through a reference, what was known is forgotten; a C++ integer then goes by its own name.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod code;
mod cpp;
mod entry;
mod limits;
mod python;
pub mod reads;
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
    reads::RunReads,
    state::{choices::Choices, interpreter::Interpreter},
};

/// Runs the first file; the others are what it includes or imports, the units programs that include it.
pub fn run(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
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
    let work = || unit::run(main, others, programs, Outside { is_outdated: &is_outdated, ..outside });
    let evaluation = thread::on_its_own(limits::STACK_BYTES, work)?;
    if is_given_up.load(Ordering::Relaxed) { Err(NotEvaluated::Outdated) } else { Ok(evaluation) }
}

/// Whether a file uses the libraries of its language, in C++ through headers of its own, too. Other code is left alone.
fn may_use_library(main: &HostFile, others: &[HostFile], libraries: &Libraries) -> bool {
    let mut files = std::iter::once(main).chain(others.iter().filter(|_| main.language == Language::Cuda));
    files.any(|file| roots::uses_library(file, libraries))
}

/// Runs a file without programs around it and without suppositions in C++, and says what its functions read.
///
/// # Errors
/// As [`run`].
pub fn run_with_reads(
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
) -> Result<(HostEvaluation, RunReads), NotEvaluated> {
    let is_recorded = main.language != Language::Python && may_use_library(main, others, outside.libraries);
    if is_recorded {
        let work = || Interpreter::new(main, others, outside, Choices::new()).run_file_with_reads();
        let (evaluation, conflicts, reads) = thread::on_its_own(limits::STACK_BYTES, work)?;
        if conflicts.is_empty() {
            return Ok((evaluation, reads));
        }
    }
    let evaluation = run(main, others, &HeaderPrograms::default(), outside)?;
    Ok((evaluation, RunReads::everything()))
}
