//! The vectors through the crate: its own test runs them and reports its counts.

use std::{fs, path::Path, time::Duration};

use super::Counts;
use crate::{error::Error, folders, grammar::GRAMMAR, process, release::cargo};

/// With the build of the crate and its tests.
const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

pub(super) fn counts(folder: &Path) -> Result<Counts, Error> {
    let reports = folders::target().join("vectors");
    fs::create_dir_all(&reports).map_err(Error::file(&reports))?;
    let report = reports.join("crate.json");
    // An old report must not pass for a new one.
    if report.exists() {
        fs::remove_file(&report).map_err(Error::file(&report))?;
    }
    let mut command = cargo();
    command
        // Built as it is for the other tests: the same packages with the same features.
        .args(["test", "--quiet", "--workspace", "--exclude", GRAMMAR, "--test", "vectors"])
        .args(["--", "every_covered_case_has_the_result_of_cute"])
        .env("LAYOUTLENS_VECTORS", folder)
        .env("LAYOUTLENS_VECTORS_REPORT", &report);
    let ran = process::run_logged(&mut command, &reports.join("crate.log"), LIMIT);
    match (fs::read_to_string(&report), ran) {
        // The report says what is wrong, better than the test's status.
        (Ok(text), _) => serde_json::from_str(&text)
            .map_err(|error| Error::Other(format!("{}: {error}", report.display()))),
        (Err(_), Err(error)) => Err(error),
        (Err(source), Ok(())) => Err(Error::File { path: report, source }),
    }
}
