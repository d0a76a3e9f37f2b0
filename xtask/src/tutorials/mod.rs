//! `cargo xtask tutorials`: what compiled CuTe prints for every layout of a real program, beside what we show.

mod atom;
mod changed;
mod comment;
mod comparison;
mod inspected;
mod notation;
mod print_version;
mod program;
mod report;
mod truth;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub(crate) use comparison::{Verdict, compare as compare_runs, of_ways_run, same_value, verdict};
pub(crate) use inspected::{Inspected, Shown, inspect};
pub(crate) use print_version::{File, Statements, print_version, print_version_of_file};
pub(crate) use program::Call;
use program::Program;
pub(crate) use report::{Counts, details, table};
pub(crate) use truth::{HOST, Printed, Run, SHOW, Variable, read as read_run};

use crate::{error::Error, folders, oracle::Compiler, processors::on_all_processors, release};

/// What to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only programs of these names, separated by commas: sgemm_1,wgmma_sm90.
    #[arg(long, value_delimiter = ',')]
    file: Vec<String>,
    /// Other sizes than the usual ones: 512x1024x256,128x256x64.
    #[arg(long, value_delimiter = ',', value_parser = sizes)]
    sizes: Vec<[u32; 3]>,
    /// Prints every value of the programs, and compares nothing.
    #[arg(long)]
    print: bool,
    /// Lists the layout comments that the programs contradict, beside what `layoutlens check` reports.
    #[arg(long)]
    comments: bool,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

fn sizes(text: &str) -> Result<[u32; 3], String> {
    let numbers: Vec<u32> = text.split('x').map_while(|number| number.parse().ok()).collect();
    numbers.try_into().map_err(|_| format!("{text} is not of the form 512x1024x256"))
}

/// Compares. Prints a table, what is unknown, and every difference; fails when there is one.
pub(crate) fn tutorials(arguments: &Arguments) -> Result<(), Error> {
    let programs = program::programs(&arguments.file, &arguments.sizes)?;
    let all = all_runs(&truth::compiler()?, &programs)?;
    if arguments.print {
        all.iter().flat_map(|(_, runs)| runs).for_each(report::values);
        return Ok(());
    }
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    if arguments.comments {
        return comments(&binary, &all);
    }
    match compare(&binary, &all)? {
        0 => Ok(()),
        wrong => Err(Error::Other(format!("{wrong} values differ from those of the compiled programs"))),
    }
}

/// Compares programs of these names, all without names; how many values are wrong.
pub(crate) fn differences(binary: &Path, names: &[&str]) -> Result<usize, Error> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let programs = program::programs(&names, &[])?;
    compare(binary, &all_runs(&truth::compiler()?, &programs)?)
}

/// The runs of all programs. One that does not compile or run takes no other with it, and is an error in the end.
fn all_runs<'p>(compiler: &Compiler, programs: &'p [Program]) -> Result<Vec<(&'p Program, Vec<Run>)>, Error> {
    let results = on_all_processors(programs, |_, program| Ok(truth::truth(compiler, program)))?;
    let mut runs = Vec::with_capacity(programs.len());
    let mut failed = None;
    for (program, result) in programs.iter().zip(results) {
        match result {
            Ok(run) => runs.push((program, run)),
            Err(error) => {
                println!("{}: {error}", program.name);
                failed = Some(error);
            }
        }
    }
    failed.map_or(Ok(runs), Err)
}

fn compare(binary: &Path, all: &[(&Program, Vec<Run>)]) -> Result<usize, Error> {
    let mut counts: Vec<(&str, Counts)> = Vec::new();
    for (program, runs) in all {
        let inspected = inspected::inspect(binary, &program.source)?;
        let comparison = comparison::compare(runs, &inspected);
        report::details(&program.name, &comparison);
        counts.push((&program.name, Counts::of(&comparison)));
    }
    report::table(&counts);
    Ok(counts.iter().map(|(_, counts)| counts.wrong).sum())
}

/// Compares `wrong-comment` of `layoutlens check` with the comments that the programs contradict; fails when they differ.
fn comments(binary: &Path, all: &[(&Program, Vec<Run>)]) -> Result<(), Error> {
    let mut counts = report::CommentCounts::default();
    for (program, runs) in all {
        let source = fs::read_to_string(&program.source).map_err(Error::file(&program.source))?;
        let contradictions = comment::contradictions(&source, runs);
        let reported = inspected::wrong_comments(binary, &program.source)?;
        counts.add(&program.name, &contradictions, &reported);
    }
    counts.print()
}
