//! What compiled programs print, beside what we show.

use super::{report::Outcome, session::Session};
use crate::tutorials;

/// The tutorials of every run; `--full` takes all, and our own programs.
const QUICK: &[&str] = &["sgemm_1", "sgemm_2", "sgemm_sm80", "tiled_copy", "wgmma_sm90"];

/// Some of CUTLASS's tutorials.
pub(super) fn quick(session: &Session) -> Outcome {
    compare(session, QUICK)
}

/// All programs.
pub(super) fn full(session: &Session) -> Outcome {
    compare(session, &[])
}

fn compare(session: &Session, names: &[&str]) -> Outcome {
    if let Err(reason) = session.machine().and_then(|machine| machine.cpp_compiler.clone()) {
        return Outcome::NotRun(format!("there is no g++: {reason}"));
    }
    let binary = match session.binary() {
        Ok(binary) => binary,
        Err(reason) => return Outcome::Failed(reason),
    };
    match tutorials::differences(binary, names) {
        Ok(0) => Outcome::Passed,
        Ok(wrong) => Outcome::Failed(format!("{wrong} values differ from those of the compiled programs")),
        Err(error) => Outcome::NotRun(error.to_string()),
    }
}
