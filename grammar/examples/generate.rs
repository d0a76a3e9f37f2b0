//! Writes `src/` anew from `grammar.js`: what `cargo xtask grammar` runs. Needs `node` to read the JavaScript.

use std::path::Path;
use std::process::ExitCode;

use tree_sitter_generate::{ABI_VERSION_MAX, OptLevel, generate_parser_in_directory};

#[expect(clippy::print_stderr, reason = "a command-line tool")]
fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut diagnostics = Vec::new();
    let result = generate_parser_in_directory(
        root,
        None::<&Path>,
        None::<&Path>,
        ABI_VERSION_MAX,
        None,
        Some("node"),
        true,
        OptLevel::default(),
        &mut diagnostics,
    );
    for diagnostic in diagnostics {
        eprintln!("{diagnostic}");
    }
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
