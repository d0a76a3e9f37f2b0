//! `cargo xtask oracle`: fresh random questions, answered by us and by CuTe's C++ headers, compared.
//!
//! A question is a C++ expression and what we say to it ([`comparison::Question`]). [`compiler::Compiler`] puts a
//! hundred of them into a program, compiles it on the host and reads what it prints.

mod comparison;
mod compiler;
mod headers;

use comparison::{Ours, Question};
use compiler::Compiler;

use crate::error::Error;

/// What to ask.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How many random cases of each operation.
    #[arg(long, default_value_t = 20)]
    cases: usize,
    /// Asks the same questions as an earlier run. Default: a new seed, printed.
    #[arg(long)]
    seed: Option<u64>,
    /// The tables of MMA and copy atoms, atom by atom, in place of random cases.
    #[arg(long)]
    atoms: bool,
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

fn random(_: &Arguments) -> Result<usize, Error> {
    let compiler = Compiler::start("")?;
    let question = Question {
        group: "composition".to_owned(),
        text: "composition (6,2):(8,2) (4,3):(3,1)".to_owned(),
        expression: "composition(Layout<Shape<_6,_2>,Stride<_8,_2>>{}, Layout<Shape<_4,_3>,Stride<_3,_1>>{})"
            .to_owned(),
        ours: Ours::Value("((2,2),3):((24,2),8)".to_owned()),
    };
    comparison::compare(&compiler, "random", &[question])
}
