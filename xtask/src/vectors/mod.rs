//! `cargo xtask vectors`: other people's answers, through the crate and through the command line, counted per file.

mod case;
mod command_line;
mod crate_tests;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use case::Case;
use serde::Deserialize;

use crate::{error::Error, folders};

/// Differences that are printed for each file and each way.
const SHOWN: usize = 10;

/// How the cases of one file came out, one way.
#[derive(Debug, Default, Deserialize)]
struct Count {
    /// Right, of those that are neither unspecified nor of run-time integers.
    passed: usize,
    /// Right, of those of run-time integers.
    run_time_passed: usize,
    /// What is not computed, by operation.
    not_covered: BTreeMap<String, usize>,
    failures: Vec<String>,
}

/// A file of vectors and what it holds.
struct File {
    name: String,
    cases: Vec<Case>,
}

impl File {
    fn unspecified(&self) -> usize {
        self.cases.iter().filter(|case| case.is_unspecified()).count()
    }

    fn run_time(&self) -> usize {
        self.cases.iter().filter(|case| case.is_run_time()).count()
    }

    /// The cases that must be right. Run-time integers are listed apart, and held to where an answer is given.
    fn specified(&self) -> usize {
        self.cases.len() - self.unspecified() - self.run_time()
    }
}

/// Prints the table. Fails when a case of any file is not right, either way.
pub(crate) fn vectors(binary: &Path) -> Result<(), Error> {
    let folder = folder();
    println!("vectors: {}", folder.display());
    let files = read(&folder)?;
    let through_crate = crate_tests::counts(&folder)?;
    let through_command_line = command_line::counts(binary, &files)?;
    print_table(&files, &through_crate, &through_command_line);
    let ways = [("the crate", &through_crate), ("layoutlens eval --batch", &through_command_line)];
    let missing: usize = ways.iter().map(|(way, counts)| print_what_is_wrong(way, &files, counts)).sum();
    if missing == 0 {
        Ok(())
    } else {
        Err(Error::Other(format!("{missing} answers are not those of the vectors")))
    }
}

/// Counts of all files, by the files' names.
type Counts = BTreeMap<String, Count>;

fn print_table(files: &[File], through_crate: &Counts, through_command_line: &Counts) {
    println!(
        "{:<26} {:>6} {:>14} {:>14} {:>12} {:>22}",
        "file", "cases", "crate", "eval --batch", "unspecified", "run-time (crate/batch)"
    );
    let mut total = [0; 8];
    for file in files {
        let counts = [through_crate, through_command_line].map(|counts| counts.get(&file.name));
        let [passed, run_time_passed]: [[usize; 2]; 2] = [
            counts.map(|count| count.map_or(0, |count| count.passed)),
            counts.map(|count| count.map_or(0, |count| count.run_time_passed)),
        ];
        let line = [
            file.cases.len(),
            passed[0],
            passed[1],
            file.specified(),
            file.unspecified(),
            run_time_passed[0],
            run_time_passed[1],
            file.run_time(),
        ];
        print_line(&file.name, line);
        total.iter_mut().zip(line).for_each(|(total, number)| *total += number);
    }
    print_line("total", total);
}

fn print_line(name: &str, line: [usize; 8]) {
    let [cases, crate_passed, batch_passed, specified, unspecified, crate_run_time, batch_run_time, run_time] =
        line;
    println!(
        "{name:<26} {cases:>6} {:>14} {:>14} {:>12} {:>22}",
        format!("{crate_passed}/{specified}"),
        format!("{batch_passed}/{specified}"),
        if unspecified == 0 { String::new() } else { unspecified.to_string() },
        if run_time == 0 {
            String::new()
        } else {
            format!("{crate_run_time}, {batch_run_time} of {run_time}")
        },
    );
}

/// What is not right in `counts`, and how many cases that are.
fn print_what_is_wrong(way: &str, files: &[File], counts: &Counts) -> usize {
    let mut missing = 0;
    let nothing = Count::default();
    for file in files {
        let count = counts.get(&file.name).unwrap_or(&nothing);
        let not_right = file.specified().saturating_sub(count.passed).max(count.failures.len());
        missing += not_right;
        if not_right > 0 {
            println!("{way}, {}: {not_right} not right", file.name);
            count.not_covered.iter().for_each(|(op, cases)| println!("    {cases:>4} {op} not computed"));
            count.failures.iter().take(SHOWN).for_each(|failure| println!("    {failure}"));
        }
    }
    missing
}

/// The folder of the vectors; the sample in the repository where there is none.
fn folder() -> PathBuf {
    let repository = folders::repository();
    let named = env::var_os("LAYOUTLENS_VECTORS").map(PathBuf::from);
    let beside = named.unwrap_or_else(|| repository.join("../shared/vectors"));
    match beside.join("composition.jsonl").is_file() {
        true => beside,
        false => repository.join("algebra/tests/vectors-sample"),
    }
}

fn read(folder: &Path) -> Result<Vec<File>, Error> {
    let entries = fs::read_dir(folder).map_err(Error::file(folder))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    paths.iter().map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Result<File, Error> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    let lines = text.lines().filter(|line| !line.is_empty());
    let cases: Result<_, _> = lines.map(serde_json::from_str::<Case>).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let cases = cases.map_err(|error| Error::Other(format!("{name}: {error}")))?;
    Ok(File { name, cases })
}
