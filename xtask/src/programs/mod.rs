//! `cargo xtask programs`: random programs, run, beside what we show of their values.

mod counts;
mod cpp;
mod dsl;

use std::path::PathBuf;

pub(crate) use counts::Counts;

use crate::{error::Error, oracle, release};

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
    #[arg(long)]
    binary: Option<PathBuf>,
}

/// What programs are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    Cpp,
    Python,
}

/// Compares. Prints the seed, every difference and the counts; fails when there is a difference.
pub(crate) fn programs(arguments: &Arguments) -> Result<(), Error> {
    let seed = arguments.seed.unwrap_or_else(oracle::new_seed);
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let counts = match arguments.language {
        Language::Cpp => cpp::compare(&binary, seed, arguments.count, arguments.keep)?,
        Language::Python => dsl::compare(&binary, seed, arguments.count, arguments.keep)?,
    };
    println!("{counts}");
    match counts.wrong {
        0 => Ok(()),
        wrong => Err(Error::Other(format!("{wrong} values differ from those of the programs"))),
    }
}
