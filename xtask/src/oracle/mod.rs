//! `cargo xtask oracle`: fresh random questions, answered by us and by CuTe's C++ headers, compared.
//!
//! A question is a C++ expression and what we say to it ([`comparison::Question`]). [`compiler::Compiler`] puts a
//! hundred of them into a program, compiles it on the host and reads what it prints.

mod comparison;
mod compiler;
mod headers;
mod random;

use std::path::PathBuf;

use comparison::Question;
use compiler::Compiler;

use crate::{error::Error, release};

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
    /// Only operations whose name holds this text.
    #[arg(long)]
    operation: Option<String>,
    /// A `layoutlens` to ask. Default: the release binary, built.
    #[arg(long)]
    binary: Option<PathBuf>,
}

/// Compares. Prints the seed, counts for each operation and every difference; fails when there is one.
pub(crate) fn oracle(arguments: &Arguments) -> Result<(), Error> {
    match if arguments.atoms { atoms()? } else { random(arguments)? } {
        0 => Ok(()),
        differences => Err(Error::Other(format!("{differences} answers differ from CuTe's"))),
    }
}

/// What the atoms' questions need besides CuTe's layouts.
const ATOM_HEADERS: &str = "#include <cute/atom/mma_atom.hpp>\n#include <cute/atom/copy_atom.hpp>\n";

fn atoms() -> Result<usize, Error> {
    let compiler = Compiler::start(ATOM_HEADERS)?;
    // Each table of atoms is a file here with `pub(super) fn questions() -> Vec<Question>`, its line in this list.
    let tables: [fn() -> Vec<Question>; 0] = [];
    let questions: Vec<Question> = tables.iter().flat_map(|questions| questions()).collect();
    comparison::compare(&compiler, "atoms", &questions)
}

fn random(arguments: &Arguments) -> Result<usize, Error> {
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    println!("seed {seed}: `cargo xtask oracle --cases {} --seed {seed}` asks this again", arguments.cases);
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let questions = random::questions(&binary, seed, arguments.cases, arguments.operation.as_deref())?;
    let compiler = Compiler::start("")?;
    comparison::compare(&compiler, "random", &questions)
}
