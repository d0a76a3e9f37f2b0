//! The page on bank conflicts: what is predicted of an access, and what it costs.

use std::{fmt::Write as _, path::Path};

use layoutlens_run::{PATTERNS, RunError, SharedMemory};

/// Measured wavefronts that differ by more than this share from the predicted ones are a failure.
const TOLERANCE: f64 = 0.1;

/// Measures every pattern, prints it, and writes the page where one is asked for; gives the number of patterns that
/// cost another number of wavefronts than predicted.
pub(super) fn measure(page: Option<&Path>) -> Result<i32, RunError> {
    let mut memory = SharedMemory::open()?;
    let device = memory.device();
    let mut failures = 0;
    let mut rows = String::new();
    for pattern in PATTERNS {
        let (predicted, least) = pattern.predicted()?;
        let [read, written] = memory.wavefronts(&pattern)?;
        let wavefronts = f64::from(i32::try_from(predicted).unwrap_or(i32::MAX));
        let is_apart = |measured: f64| (measured / wavefronts - 1.0).abs() > TOLERANCE;
        failures += i32::from(is_apart(read) || is_apart(written));
        println!(
            "{} ({}): predicted {predicted} of {least}, read {read:.2}, written {written:.2}",
            pattern.what, pattern.lanes
        );
        // Writing to a String cannot fail.
        let _ = writeln!(
            rows,
            "| {} | `{}` | {} | {} | {least} | {predicted} | {read:.2} | {written:.2} |",
            pattern.what,
            pattern.lanes,
            pattern.element,
            pattern.bytes()
        );
    }
    if let Some(page) = page {
        let driver = device.driver.as_deref().unwrap_or("unknown");
        let text = format!(
            "# Bank conflicts, predicted and measured\n\nWritten by the example `matrix` of `layoutlens-run`, which `cargo xtask gpu` runs, on {}, UTC, {}, driver for CUDA {driver}. A lane accesses adjacent \
             elements from the offset of its coordinate on. *Predicted* are the wavefronts that `show bank_conflicts(LANES, \
             TYPE, ELEMENTS)` counts in the editor; *without conflicts* there is one for each 128 bytes. *Read* and *written* \
             are measured: eight warps make the access 2048 times, and the cycles are divided by those of an access without \
             conflicts.\n\n| access | lanes | type | bytes | without conflicts | predicted | read | written \
             |\n|---|---|---|---|---|---|---|---|\n{rows}",
            jiff::Timestamp::now().strftime("%F"),
            device.name
        );
        if let Err(error) = std::fs::write(page, text) {
            eprintln!("{}: {error}", page.display());
            failures += 1;
        }
    }
    Ok(failures)
}
