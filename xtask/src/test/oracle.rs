//! CuTe's own headers, asked again.

use super::{report::Outcome, session::Session};
use crate::{error::Error, fixtures, oracle};

/// Random cases of every run, and of every seed with `--full`.
const CASES: usize = 200;
const FULL_CASES: usize = 500;
const SEEDS: usize = 3;

/// Some cases of each operation.
pub(super) fn sample(session: &Session) -> Outcome {
    ask(session, |binary| oracle::random(binary, oracle::new_seed(), CASES, None))
}

/// Every atom, and more cases of each operation from several seeds.
pub(super) fn full(session: &Session) -> Outcome {
    ask(session, |binary| {
        let mut differences = oracle::atoms(oracle::new_seed(), None)?;
        for _ in 0..SEEDS {
            differences += oracle::random(binary, oracle::new_seed(), FULL_CASES, None)?;
        }
        Ok(differences)
    })
}

/// The values that fixtures in C++ state.
pub(super) fn fixtures(session: &Session) -> Outcome {
    if let Err(reason) = session.machine().and_then(|machine| machine.cpp_compiler.clone()) {
        return Outcome::NotRun(format!("there is no g++: {reason}"));
    }
    match fixtures::fixtures(None) {
        Ok(0) => Outcome::Passed,
        Ok(differences) => Outcome::Failed(format!("{differences} fixtures differ from CuTe")),
        Err(error) => Outcome::NotRun(error.to_string()),
    }
}

fn ask(session: &Session, questions: impl Fn(&std::path::Path) -> Result<usize, Error>) -> Outcome {
    if let Err(reason) = session.machine().and_then(|machine| machine.cpp_compiler.clone()) {
        return Outcome::NotRun(format!("there is no g++: {reason}"));
    }
    let binary = match session.binary() {
        Ok(binary) => binary,
        Err(reason) => return Outcome::Failed(reason),
    };
    match questions(binary) {
        Ok(0) => Outcome::Passed,
        Ok(differences) => Outcome::Failed(format!("{differences} answers differ from CuTe's")),
        Err(error) => Outcome::NotRun(error.to_string()),
    }
}
