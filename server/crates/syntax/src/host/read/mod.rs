//! From a host's syntax tree to its [`Program`]: a reader a language.

mod cuda;
mod python;
mod rust;

pub(super) use cuda::KeptDefinitions;

use crate::program::Program;
use crate::{HostTree, Language};

/// The code of a host file, as far as layouts depend on it. Never fails: what is not understood says so in its place.
///
/// `text` is the document that `tree` was parsed from; all ranges are byte ranges in it. A file without a tree (too
/// large, or no code) gives an empty program.
pub fn read_program(language: Language, text: &str, tree: &HostTree) -> Program {
    match language {
        Language::Cuda => {
            tree.keep_definitions(|parsed, known| cuda::program_after(text, parsed, tree.trees(), known))
        }
        Language::Python => tree.tree().map(|tree| python::program(text, tree)).unwrap_or_default(),
        Language::Rust => tree.tree().map(|tree| rust::program(text, tree)).unwrap_or_default(),
    }
}
