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
mod run;
mod state;
mod suppose;
mod value;

use std::sync::atomic::{AtomicBool, Ordering};

use layoutlens_host_value::{
    evaluation::{HeaderPrograms, HostEvaluation, HostFile, NotEvaluated},
    outside::Outside,
};

use crate::entry::{roots, thread, unit};

/// Runs the first file; the others are what it includes or imports, the units programs that include it.
pub fn run(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    outside: Outside<'_>,
) -> Result<HostEvaluation, NotEvaluated> {
    if !roots::uses_library(main, outside.libraries) {
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
