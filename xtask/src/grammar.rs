//! `cargo xtask grammar`: writes the parser of the annotation language anew from `grammar/grammar.js`.

use std::{process::Command, time::Duration};

use crate::{error::Error, process};

/// The package of the grammar.
pub(crate) const GRAMMAR: &str = "tree-sitter-cute";

const LIMIT: Duration = Duration::from_secs(600);

/// Runs the generator, an example of the grammar's crate; it needs `node` to read `grammar.js`. A test of that
/// crate fails while the committed parser is stale.
pub(crate) fn run() -> Result<(), Error> {
    let arguments = ["run", "--quiet", "--package", GRAMMAR, "--example", "generate"];
    process::run(Command::new("cargo").args(arguments), LIMIT)
}
