//! Our side: the benches of the crate.

use std::{collections::HashMap, fs, path::Path};

use serde_json::Value;

use crate::{error::Error, folders, process, release};

/// One operation, measured.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    /// Median time of one call.
    pub(super) nanoseconds: f64,
    /// How often one call asks for memory.
    pub(super) allocations: u64,
}

/// The figures of the benches by name; `composition/proof` is the composition with its verdict.
///
/// # Errors
/// When the benches cannot be built or run.
pub(super) fn measure() -> Result<HashMap<String, Figure>, Error> {
    let home = folders::target().join("bench").join("criterion");
    let mut bench = release::cargo();
    bench
        .args(["bench", "--package", "layout-algebra", "--bench", "operations"])
        .env("CRITERION_HOME", &home);
    let printed = process::output(&mut bench)?;
    let counts = printed.lines().filter_map(allocations);
    counts
        .map(|(name, allocations)| {
            let nanoseconds = median(&home, name)?;
            Ok((name.to_owned(), Figure { nanoseconds, allocations }))
        })
        .collect()
}

/// Reads `allocations NAME COUNT`.
fn allocations(line: &str) -> Option<(&str, u64)> {
    let (name, count) = line.strip_prefix("allocations ")?.rsplit_once(' ')?;
    Some((name, count.parse().ok()?))
}

/// The median that Criterion wrote down.
fn median(home: &Path, name: &str) -> Result<f64, Error> {
    let path = home.join(name.replace('/', "_")).join("new").join("estimates.json");
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let estimates: Value = serde_json::from_str(&text).unwrap_or_default();
    let median = estimates["median"]["point_estimate"].as_f64();
    median.ok_or_else(|| Error::Other(format!("{}: no median", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_bench_name_an_operation_and_a_count() {
        assert_eq!(allocations("allocations composition/proof 0"), Some(("composition/proof", 0)));
        assert_eq!(allocations("composition  time: [52 ns 53 ns 54 ns]"), None);
    }
}
