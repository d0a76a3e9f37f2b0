//! Random programs that are compiled and run, and workspaces that were made to hang the server.

use super::{report::Outcome, session::Session};
use crate::{hostile, programs};

/// How many programs an ordinary run writes, from one seed.
const FEW_CPP: usize = 100;
const FEW_PYTHON: usize = 24;
/// How many `--full` writes, from a new seed.
const MANY_CPP: usize = 10_000;
const MANY_PYTHON: usize = 2_000;

/// C++ programs with CuTe's headers.
pub(super) fn few_in_cpp(session: &Session) -> Outcome {
    compare(session, programs::Language::Cpp, FEW_CPP, Some(programs::SEED))
}

/// Programs of the CuTe DSL.
pub(super) fn few_in_python(session: &Session) -> Outcome {
    compare(session, programs::Language::Python, FEW_PYTHON, Some(programs::SEED))
}

/// Many C++ programs.
pub(super) fn many_in_cpp(session: &Session) -> Outcome {
    compare(session, programs::Language::Cpp, MANY_CPP, None)
}

/// Many programs of the CuTe DSL.
pub(super) fn many_in_python(session: &Session) -> Outcome {
    compare(session, programs::Language::Python, MANY_PYTHON, None)
}

fn compare(session: &Session, language: programs::Language, count: usize, seed: Option<u64>) -> Outcome {
    if language == programs::Language::Cpp
        && let Err(reason) = session.machine().and_then(|machine| machine.cpp_compiler.clone())
    {
        return Outcome::NotRun(format!("there is no g++: {reason}"));
    }
    match session.binary() {
        Ok(binary) => programs::compare(binary, language, count, seed).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}

/// Hostile workspaces that are written in a moment.
pub(super) fn hostile_files_and_code(session: &Session) -> Outcome {
    hostile(session, hostile::Which::Small)
}

/// All hostile workspaces: files of many megabytes, and 100,000 of them.
pub(super) fn all_hostile(session: &Session) -> Outcome {
    hostile(session, hostile::Which::All)
}

fn hostile(session: &Session, which: hostile::Which) -> Outcome {
    match session.binary() {
        Ok(binary) => hostile::hostile(binary, which, None).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}
