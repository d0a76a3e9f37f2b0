//! Random C++ programs, compiled with CuTe's headers and run; then transformed, beside what is said of them as they are.

mod generator;
mod metamorphic;
mod program;
mod unit;

use std::{collections::BTreeMap, fs, path::Path};

use super::Counts;
use crate::{
    error::Error,
    folders,
    oracle::Compiler,
    processors::on_all_processors,
    tutorials::{self, Run, Verdict},
};
use program::Program;

const SHOW: &str = include_str!("show.hpp");
/// Programs of one translation unit: enough that reading the headers does not count.
const PROGRAMS_A_UNIT: usize = 50;
/// Reasons that are listed, at most.
const MOST_REASONS: usize = 40;

/// Writes `count` programs from a seed, runs them and compares every value; prints each difference with its program's
/// file.
pub(crate) fn compare(binary: &Path, seed: u64, count: usize, keep: bool) -> Result<Counts, Error> {
    println!(
        "seed {seed}: `cargo xtask programs --language cpp --count {count} --seed {seed}` asks this again"
    );
    let compiler = Compiler::with_headers(SHOW, &[])?;
    let folder = folders::target().join("programs").join(std::process::id().to_string());
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let numbers: Vec<usize> = (0..count).collect();
    let units: Vec<&[usize]> = numbers.chunks(PROGRAMS_A_UNIT).collect();
    let results = on_all_processors(&units, |_, numbers| {
        let programs = numbers.iter().map(|&number| generator::program(seed, number)).collect();
        let result = unit(&compiler, binary, &folder, programs, seed);
        if let Ok(result) = &result {
            result.differences.iter().for_each(|difference| println!("{difference}"));
        }
        result
    })?;
    let mut counts = Counts::default();
    let mut refused = 0;
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut transformed = metamorphic::compare_workspaces(binary, &folder, seed)?;
    transformed.differences.iter().for_each(|difference| println!("{difference}"));
    for result in results {
        counts.add(result.counts);
        transformed.add(result.transformed);
        refused += result.refused;
        for (reason, place) in result.unknown {
            reasons.entry(reason).or_insert_with(|| (0, place)).0 += 1;
        }
    }
    for (reason, place) in std::mem::take(&mut transformed.unknown) {
        reasons.entry(format!("transformed: {reason}")).or_insert_with(|| (0, place)).0 += 1;
    }
    if keep {
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, place)) in reasons.iter().take(MOST_REASONS) {
            println!("{count} unknown: {reason} ({place})");
        }
    }
    if refused > 0 {
        println!("{refused} programs do not compile and are not counted");
    }
    transformed.print();
    counts.wrong += transformed.wrong();
    if !keep && counts.wrong == 0 {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    Ok(counts)
}

/// What the programs of one translation unit came to.
#[derive(Debug, Default)]
struct Compared {
    counts: Counts,
    refused: usize,
    differences: Vec<String>,
    /// Reasons, and where each was given.
    unknown: Vec<(String, String)>,
    transformed: metamorphic::Transformed,
}

fn unit(
    compiler: &Compiler,
    binary: &Path,
    folder: &Path,
    programs: Vec<Program>,
    seed: u64,
) -> Result<Compared, Error> {
    let mut compared = Compared::default();
    let all = programs.len();
    let runs = unit::run(compiler, folder, programs)?;
    compared.refused = all - runs.len();
    for (program, run) in runs {
        compared.counts.programs += 1;
        let path = folder.join(program.file());
        let is_wrong = one(binary, &path, &program, &run, seed, &mut compared)?;
        // Thousands of files are in nobody's interest.
        if !is_wrong && compared.unknown.is_empty() {
            let _ = fs::remove_file(&path);
        }
    }
    Ok(compared)
}

fn one(
    binary: &Path,
    path: &Path,
    program: &Program,
    run: &Run,
    seed: u64,
    into: &mut Compared,
) -> Result<bool, Error> {
    let text = program.analysed();
    fs::write(path, &text).map_err(Error::file(path))?;
    let inspected = tutorials::inspect(binary, path)?;
    let seed = seed.wrapping_add(program.number as u64);
    let transformed = metamorphic::compare(binary, path, &text, &inspected, Some(run), seed)?;
    into.differences.extend_from_slice(&transformed.differences);
    into.transformed.add(transformed);
    let comparison = tutorials::compare_runs(std::slice::from_ref(run), &inspected);
    let mut is_wrong = false;
    // A name may be that of a number which the program never shows: then only what is no name decides.
    let nameless = Run { integers: BTreeMap::new(), ..run.clone() };
    let by_numbers = tutorials::compare_runs(std::slice::from_ref(&nameless), &inspected);
    for (variable, verdict) in comparison.layouts.iter().chain(&comparison.atoms) {
        let verdict = match (verdict, by_numbers.layouts.get(variable)) {
            (Verdict::Wrong { .. }, Some(other @ Verdict::Undecided(_))) => other,
            (verdict, _) => verdict,
        };
        let place = format!("{}:{} {}", path.display(), variable.line, variable.name);
        match verdict {
            Verdict::Right => into.counts.right += 1,
            Verdict::Wrong { ours, printed } => {
                into.counts.wrong += 1;
                is_wrong = true;
                into.differences
                    .push(format!("WRONG {place}\n    ours {ours}\n    CuTe {}", printed.join(", ")));
            }
            Verdict::Undecided(reason) => {
                into.counts.unknown += 1;
                into.unknown.push((format!("undecided: {reason}"), place));
            }
            Verdict::Unresolved(reason) => {
                into.counts.unknown += 1;
                into.unknown.push((reason.clone(), place));
            }
            Verdict::Silent => {
                into.counts.unknown += 1;
                into.unknown.push(("nothing is shown".to_owned(), place));
            }
        }
    }
    Ok(is_wrong)
}
