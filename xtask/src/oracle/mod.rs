//! `cargo xtask oracle`: fresh random questions, answered by us and by CuTe's C++ headers, compared.
//!
//! A question is a C++ expression and what we say to it ([`comparison::Question`]). [`compiler::Compiler`] puts a
//! hundred of them into a program, compiles it on the host and reads what it prints.

mod comparison;
mod compiler;
mod copy_atoms;
mod headers;
mod mma_atoms;
mod random;
mod tiled_copies;
mod tiled_mma;

use std::path::{Path, PathBuf};

use comparison::Question;
pub(crate) use compiler::Compiler;

use crate::{error::Error, folders, release};

/// What to ask.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How many random cases, dealt out evenly to all operations.
    #[arg(long, default_value_t = 500)]
    cases: usize,
    /// Asks the same questions as an earlier run. Default: a new seed, printed.
    #[arg(long)]
    seed: Option<u64>,
    /// The tables of MMA and copy atoms, atom by atom, in place of random cases.
    #[arg(long)]
    atoms: bool,
    /// The fixtures in C++ below `server/crates/eval/tests/host`, in place of random cases.
    #[arg(long, conflicts_with = "atoms")]
    pub(crate) fixtures: bool,
    /// Only operations whose name, or fixtures whose path, holds this text.
    #[arg(long)]
    pub(crate) operation: Option<String>,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

/// Compares. Prints the seed, counts for each operation and every difference; fails when there is one.
pub(crate) fn oracle(arguments: &Arguments) -> Result<(), Error> {
    let seed = arguments.seed.unwrap_or_else(new_seed);
    let operation = arguments.operation.as_deref();
    let differences = if arguments.atoms {
        atoms(seed, operation)?
    } else {
        let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
        random(&binary, seed, arguments.cases, operation)?
    };
    match differences {
        0 => Ok(()),
        differences => Err(Error::Other(format!("{differences} answers differ from CuTe's"))),
    }
}

/// A seed that no run had before, as far as chance goes.
pub(crate) fn new_seed() -> u64 {
    fastrand::u64(..)
}

/// A table of questions about atoms; the seed is for those that are drawn.
type Table = fn(u64) -> Vec<Question>;

/// Asks about every atom whose group holds `filter`; how many answers differ.
pub(crate) fn atoms(seed: u64, filter: Option<&str>) -> Result<usize, Error> {
    println!("seed {seed}: `cargo xtask oracle --atoms --seed {seed}` asks this again");
    let compiler = Compiler::start(mma_atoms::HEADERS)?;
    // Each table of atoms is a file here, its line in this list.
    let tables: [Table; 4] =
        [mma_atoms::questions, tiled_mma::questions, copy_atoms::questions, tiled_copies::questions];
    let filter = filter.unwrap_or("");
    let mut questions: Vec<Question> = tables.iter().flat_map(|questions| questions(seed)).collect();
    questions.retain(|question| question.group.contains(filter));
    comparison::compare(&compiler, "atoms", &questions)
}

/// Asks `cases` random questions about the operations whose name holds `filter`; how many answers differ.
pub(crate) fn random(binary: &Path, seed: u64, cases: usize, filter: Option<&str>) -> Result<usize, Error> {
    println!("seed {seed}: `cargo xtask oracle --cases {cases} --seed {seed}` asks this again");
    let questions = random::questions(binary, seed, cases, filter)?;
    let compiler = Compiler::start("")?;
    comparison::compare(&compiler, "random", &questions)
}
