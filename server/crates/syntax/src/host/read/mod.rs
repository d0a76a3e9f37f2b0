//! From a host's syntax tree to its [`Program`]: a reader a language.

mod cuda;
mod python;
mod rust;

use crate::program::Program;
use crate::{HostTree, Language};

/// The code of a host file, as far as layouts depend on it. Never fails: what is not understood says so in its place.
///
/// `text` is the document that `tree` was parsed from; all ranges are byte ranges in it. A file without a tree (too
/// large, or no code) gives an empty program.
pub fn read_program(language: Language, text: &str, tree: &HostTree) -> Program {
    let Some(tree) = tree.tree() else { return Program::default() };
    match language {
        Language::Cuda => cuda::program(text, tree),
        Language::Python => python::program(text, tree),
        Language::Rust => rust::program(text, tree),
    }
}
