//! `cargo xtask compiled`: other people's programs, as many as a host compiles and runs, beside what we show of them.
//!
//! Each file of a program has a print version of its own, for most of a kernel stands in its headers.

mod program;
mod supposed;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use program::{Program, Skipped};
use supposed::{Made, Supposed};

use crate::{
    error::Error,
    folders, release,
    tutorials::{self, Counts, Inspected, Run, Variable},
};

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Code bases. Includes are looked for in the folders above a file, up to the code base that it is in.
    #[arg(required = true, value_parser = folders::absolute)]
    folders: Vec<PathBuf>,
    /// Only programs whose path below the code base contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Instead of programs, class templates that nothing instantiates: made with what is supposed of their parameters.
    #[arg(long)]
    supposed: bool,
    /// Draws programs from all code bases until so many values were compared, layouts and atoms; else all are.
    #[arg(long, value_name = "VALUES")]
    count: Option<usize>,
    /// The order in which they are drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

/// Compares. Prints why programs are left out, every difference and a table; fails when there is a difference.
pub(crate) fn compiled(arguments: &Arguments) -> Result<(), Error> {
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let compiler = program::compiler()?;
    let mut counts: Vec<(String, Counts)> = Vec::new();
    let mut skipped = 0;
    let which = if arguments.supposed { program::Which::Templates } else { program::Which::Programs };
    let mut programs: Vec<(String, Program)> = Vec::new();
    for folder in &arguments.folders {
        let base = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let all = program::programs(folder, which, arguments.only.as_deref())?;
        programs.extend(all.into_iter().map(|program| (base.clone(), program)));
    }
    if arguments.count.is_some() {
        fastrand::Rng::with_seed(arguments.seed).shuffle(&mut programs);
    }
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for (base, mut program) in programs {
        let compared: usize = counts.iter().map(|(_, counts)| counts.compared()).sum();
        if arguments.count.is_some_and(|count| compared >= count) {
            break;
        }
        let supposed = match program.files.first() {
            Some(file) if arguments.supposed => Some(Supposed::of(&binary, &file.path)?),
            _ => None,
        };
        let made = supposed.as_ref().map_or_else(|| Ok(Vec::new()), |supposed| program.make(supposed))?;
        if supposed.is_some() && made.is_empty() {
            continue;
        }
        match program.run(&compiler)? {
            Ok(run) => {
                match &supposed {
                    Some(supposed) => counts.push(compare_supposed(supposed, &made, &program, &run)),
                    None => counts.extend(compare(&binary, &program, run)?),
                }
                *drawn.entry(base).or_default() += 1;
            }
            Err(Skipped(why)) => {
                skipped += 1;
                println!("left out: {base}: {}: {why}", program.name);
            }
        }
    }
    tutorials::table(&counts.iter().map(|(name, counts)| (name.as_str(), *counts)).collect::<Vec<_>>());
    println!("{skipped} programs are left out");
    let compared: usize = counts.iter().map(|(_, counts)| counts.compared()).sum();
    let bases: Vec<String> = drawn.iter().map(|(base, programs)| format!("{base} {programs}")).collect();
    println!("{compared} values are compared, of programs of {}", bases.join(", "));
    match counts.iter().map(|(_, counts)| counts.wrong).sum() {
        0 => Ok(()),
        wrong => Err(Error::Other(format!("{wrong} values differ from those of the compiled programs"))),
    }
}

/// What we show of each file of a program in which a variable was shown, beside what its run printed.
fn compare(binary: &Path, program: &Program, run: Run) -> Result<Vec<(String, Counts)>, Error> {
    let mut counts = Vec::new();
    for file in &program.files {
        let run = of_file(&run, file.lines_before, file.lines);
        if run.values.is_empty() {
            continue;
        }
        let inspected: Vec<Inspected> = tutorials::inspect(binary, &file.path)?;
        let runs = [run];
        let comparison = tutorials::compare_runs(&runs, &tutorials::of_ways_run(&runs, inspected));
        let name = file.name();
        tutorials::details(&name, &comparison);
        counts.push((name, Counts::of(&comparison)));
    }
    Ok(counts)
}

/// What is supposed of the members of classes beside what the classes are, made so.
fn compare_supposed(supposed: &Supposed, made: &[Made], program: &Program, run: &Run) -> (String, Counts) {
    let lines = program.files.first().map_or(0, |file| file.lines);
    let comparison = tutorials::compare_runs(&[of_file(run, 0, lines)], &supposed.values(made));
    tutorials::details(&program.name, &comparison);
    (program.name.clone(), Counts::of(&comparison))
}

/// What a run prints of one of its files, by the lines of that file. Integers have their values anywhere.
fn of_file(run: &Run, lines_before: usize, lines: usize) -> Run {
    let own = |variable: &Variable| {
        let line = variable.line.checked_sub(lines_before).filter(|line| (1..=lines).contains(line))?;
        Some(Variable { line, name: variable.name.clone() })
    };
    let values: BTreeMap<_, _> =
        run.values.iter().filter_map(|(variable, values)| Some((own(variable)?, values.clone()))).collect();
    let undeclared = run.undeclared.iter().filter_map(own).collect();
    Run { values, undeclared, ..run.clone() }
}
