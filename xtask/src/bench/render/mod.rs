//! Pictures: how long they take and how much memory, beside tensor-layouts from PyPI.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{collections::HashMap, error::Error, fs, process::Command};

use crate::{folders, install, process, release};

/// The other program and what it draws with.
const OTHER: &str = "tensor-layouts==0.3.2 matplotlib==3.10.9";
/// The most bytes that a picture may take while it is drawn.
const MOST_BYTES: u64 = 10 << 20;

/// What is drawn: its name in the benches, what it is, and how many milliseconds it may take.
const PICTURES: &[(&str, &str, Option<u64>)] = &[
    ("svg-32x32", "32x32 offsets, SVG", Some(1)),
    ("data-128x128", "128x128 of 256 threads, data", Some(5)),
    ("svg-128x128", "128x128 of 256 threads, SVG", None),
    ("svg-512x512", "512x512 offsets, SVG", Some(50)),
    ("svg-512x512-runs", "512x512 offsets in eight colours in turn, SVG", Some(50)),
    ("svg-512x512-banks", "512x512 swizzled, SVG", Some(50)),
    ("png-32x32", "32x32 offsets, PNG", None),
];

/// Draws, ours and theirs, and prints the times side by side.
///
/// # Errors
/// When our bench cannot be built or run, or a picture keeps no budget. Where the other program cannot be fetched or run, that is
/// said in its place.
pub(crate) fn render() -> Result<(), Box<dyn Error>> {
    let mut bench = release::cargo();
    bench.args(["bench", "--package", "layoutlens-render", "--bench", "pictures"]);
    let printed = process::output(&mut bench)?;
    let ours: HashMap<&str, (u64, u64)> = printed.lines().filter_map(figures).collect();
    let theirs = theirs();
    if let Err(reason) = &theirs {
        println!("tensor-layouts: {reason}\n");
    }
    println!("| picture | LayoutLens | budget | memory | tensor-layouts |\n|---|---|---|---|---|");
    let mut late = Vec::new();
    for (name, title, budget) in PICTURES {
        let (microseconds, bytes) = ours.get(name).copied().ok_or_else(|| format!("no figures of {name}"))?;
        let budget_text = budget.map_or(String::new(), |budget| format!("{budget} ms"));
        let other = theirs.as_ref().ok().and_then(|theirs| theirs.get(*name));
        let other = other.map_or(String::new(), |seconds| format!("{:.0} ms", seconds * 1000.0));
        println!(
            "| {title} | {}.{:02} ms | {budget_text} | {}.{} MB | {other} |",
            microseconds / 1000,
            microseconds % 1000 / 10,
            bytes / 1_000_000,
            bytes % 1_000_000 / 100_000
        );
        if budget.is_some_and(|budget| microseconds > budget * 1000)
            || (budget.is_some() && bytes > MOST_BYTES)
        {
            late.push(*title);
        }
    }
    if late.is_empty() { Ok(()) } else { Err(format!("over the budget: {}", late.join("; ")).into()) }
}

/// Reads `NAME MICROSECONDS BYTES`.
fn figures(line: &str) -> Option<(&str, (u64, u64))> {
    let mut words = line.split(' ');
    let (name, microseconds, bytes) = (words.next()?, words.next()?, words.next()?);
    Some((name, (microseconds.parse().ok()?, bytes.parse().ok()?)))
}

/// Seconds by picture.
fn theirs() -> Result<HashMap<String, f64>, String> {
    const PROGRAM: &str = include_str!("draw.py");
    let home = folders::target().join("bench");
    let packages = home.join("tensor-layouts-viz");
    install::packages(OTHER, &packages)?;
    let program = home.join("draw.py");
    fs::write(&program, PROGRAM).map_err(|error| format!("{}: {error}", program.display()))?;
    let mut python = Command::new("python3");
    python.arg(&program).arg(&packages).arg(&home).env("MPLBACKEND", "agg");
    let printed = process::output(&mut python).map_err(|error| error.to_string())?;
    serde_json::from_str(printed.trim()).map_err(|error| format!("tensor-layouts: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, PICTURES, figures};

    /// The table of features promises less than 10 ms; a test of time would hang on what else the machine does, so that a bench
    /// holds it, and this the bench.
    #[test]
    fn row_91_the_bench_holds_a_grid_of_32x32_to_a_tenth_of_what_is_promised() {
        let (_, _, budget) = PICTURES.iter().find(|(name, ..)| *name == "svg-32x32").expect("it is drawn");
        assert_eq!(*budget, Some(1));
        let budgets = PICTURES.iter().filter_map(|(name, _, budget)| Some((*name, (*budget)?)));
        let large = budgets.filter(|(name, _)| name.contains("512x512")).map(|(_, budget)| budget);
        assert_eq!(large.collect::<Vec<_>>(), [50, 50, 50]);
        assert_eq!(MOST_BYTES, 10 << 20);
    }

    #[test]
    fn the_lines_of_the_bench_are_a_name_a_time_and_bytes() {
        assert_eq!(figures("svg-32x32 210 90000"), Some(("svg-32x32", (210, 90_000))));
        assert_eq!(figures("running 0 tests"), None);
    }
}
