//! The kernels of the run lens on this machine's GPU, and the page with what they reach.

use std::time::Duration;

use crate::{error::Error, folders, process::run, release::cargo};

/// How long the build, and then the whole matrix, may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// Runs the matrix of layouts and writes `docs/gpu-results.md`.
///
/// # Errors
/// The build fails; there is no GPU; an element is wrong.
pub(crate) fn gpu() -> Result<(), Error> {
    let package = ["--release", "--package", "layoutlens-run"];
    run(cargo().arg("build").args(package).args(["--example", "worker"]), LIMIT)?;
    let page = folders::repository().join("docs/gpu-results.md");
    let matrix = ["--example", "matrix", "--", "--page"];
    run(cargo().arg("run").args(package).args(matrix).arg(page), LIMIT)
}
