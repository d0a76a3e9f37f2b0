//! The kernels of the run lens on this machine's GPU, and the pages with what they reach and what its banks cost.

use std::time::Duration;

use crate::{error::Error, folders, process::run, release::cargo};

/// How long the build, and then the whole matrix, may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// Runs the matrix of layouts and writes `docs/gpu-results.md` and `docs/bank-conflicts.md`.
///
/// # Errors
/// The build fails; there is no GPU; an element is wrong; bank conflicts cost something else than predicted.
pub(crate) fn gpu() -> Result<(), Error> {
    let package = ["--release", "--package", "layoutlens-run"];
    run(cargo().arg("build").args(package).args(["--example", "worker"]), LIMIT)?;
    let docs = folders::repository().join("docs");
    let mut matrix = cargo();
    matrix.arg("run").args(package).args(["--example", "matrix", "--"]);
    matrix.arg("--page").arg(docs.join("gpu-results.md"));
    matrix.arg("--conflicts").arg(docs.join("bank-conflicts.md"));
    run(&mut matrix, LIMIT)
}
