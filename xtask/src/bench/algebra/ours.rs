//! Our side: the benches of the crate.

use std::{collections::HashMap, fmt::Display, fs, path::Path};

use serde::Deserialize;

use crate::{error::Error, folders, process, release};

/// One operation, measured.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    /// Time of one call in the fastest sample: what other programs take on a busy machine is not in it.
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
            let nanoseconds = fastest(&home, name)?;
            Ok((name.to_owned(), Figure { nanoseconds, allocations }))
        })
        .collect()
}

/// Reads `allocations NAME COUNT`.
fn allocations(line: &str) -> Option<(&str, u64)> {
    let (name, count) = line.strip_prefix("allocations ")?.rsplit_once(' ')?;
    Some((name, count.parse().ok()?))
}

/// The samples that Criterion wrote down: how many calls each made, and the nanoseconds that they took together.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

impl Samples {
    fn fastest(&self) -> Option<f64> {
        self.times.iter().zip(&self.iters).map(|(time, calls)| time / calls).min_by(f64::total_cmp)
    }
}

fn fastest(home: &Path, name: &str) -> Result<f64, Error> {
    let path = home.join(name.replace('/', "_")).join("new").join("sample.json");
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let unreadable = |why: &dyn Display| Error::Other(format!("{}: {why}", path.display()));
    let samples: Samples = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
    samples.fastest().ok_or_else(|| unreadable(&"no samples"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_sample_is_that_of_the_shortest_call() {
        let samples = Samples { iters: vec![10.0, 20.0, 30.0], times: vec![900.0, 1200.0, 2700.0] };
        assert_eq!(samples.fastest(), Some(60.0));
    }

    #[test]
    fn the_lines_of_the_bench_name_an_operation_and_a_count() {
        assert_eq!(allocations("allocations composition/proof 0"), Some(("composition/proof", 0)));
        assert_eq!(allocations("composition  time: [52 ns 53 ns 54 ns]"), None);
    }
}
