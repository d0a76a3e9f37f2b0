//! `cargo xtask programs`: random programs, run, beside what we show of their values.

mod counts;
mod cpp;
mod dsl;

use std::path::{Path, PathBuf};

pub(crate) use counts::Counts;

use crate::{error::Error, folders, oracle, release};

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What the programs are written in.
    #[arg(long, value_enum, default_value = "cpp")]
    language: Language,
    /// How many programs.
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Writes the same programs as an earlier run. Default: a new seed, printed.
    #[arg(long)]
    seed: Option<u64>,
    /// Keeps the programs of `target/programs`, and tells why values are unknown.
    #[arg(long)]
    keep: bool,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

/// The seed of the ordinary test run.
pub(crate) const SEED: u64 = 14;

/// What programs are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    Cpp,
    Python,
}

/// Compares. Prints the seed, every difference and the counts; fails when there is a difference.
pub(crate) fn programs(arguments: &Arguments) -> Result<(), Error> {
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let Arguments { language, count, seed, keep, .. } = *arguments;
    compare_and_keep(&binary, language, count, seed, keep)
}

/// Compares programs of a seed, or of a new one.
pub(crate) fn compare(
    binary: &Path,
    language: Language,
    count: usize,
    seed: Option<u64>,
) -> Result<(), Error> {
    compare_and_keep(binary, language, count, seed, false)
}

fn compare_and_keep(
    binary: &Path,
    language: Language,
    count: usize,
    seed: Option<u64>,
    keep: bool,
) -> Result<(), Error> {
    let seed = seed.unwrap_or_else(oracle::new_seed);
    let counts = match language {
        Language::Cpp => cpp::compare(binary, seed, count, keep)?,
        Language::Python => dsl::compare(binary, seed, count, keep)?,
    };
    println!("{counts}");
    match counts.wrong {
        0 => Ok(()),
        wrong => Err(Error::Other(format!("{wrong} values differ from those of the programs"))),
    }
}
