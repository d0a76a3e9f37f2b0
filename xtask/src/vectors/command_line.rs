//! The vectors through `layoutlens eval --batch`.

use std::path::Path;

use super::{Count, Counts, File};
use crate::{
    error::Error,
    layoutlens::{Answer, Request, batch},
};

pub(super) fn counts(binary: &Path, files: &[File]) -> Result<Counts, Error> {
    files.iter().map(|file| Ok((file.name.clone(), count(binary, file)?))).collect()
}

fn count(binary: &Path, file: &File) -> Result<Count, Error> {
    let requests: Vec<Request> = file.cases.iter().map(super::Case::request).collect();
    let answers = batch(binary, &file.name, &requests)?;
    let mut count = Count::default();
    for (case, answer) in file.cases.iter().zip(&answers).filter(|(case, _)| !case.is_unspecified()) {
        match answer {
            answer if case.agrees(answer) && case.is_run_time() => count.run_time_passed += 1,
            answer if case.agrees(answer) => count.passed += 1,
            Answer::Unsupported => *count.not_covered.entry(case.op.clone()).or_default() += 1,
            answer => count.failures.push(case.difference(answer)),
        }
    }
    Ok(count)
}
