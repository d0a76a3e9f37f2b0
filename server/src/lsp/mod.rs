//! The language server. The only folder that names LSP types.

use std::process::ExitCode;

/// Serves the editor on standard input and output until it leaves.
pub fn main() -> ExitCode {
    ExitCode::FAILURE
}
