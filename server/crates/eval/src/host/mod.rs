//! The layouts of host code: runs a `Program` as far as layouts depend on it, without running it.
//!
//! The interpreter (`interpreter`) knows the languages' control flow, names, functions and classes. The libraries
//! (`cute` for C++, `dsl` for Python, `rust`) know what a name of CuTe means. What is not certain is unknown and says why.

mod convention;
mod cute;
mod dsl;
mod evaluation;
mod extent;
mod family;
mod function;
mod interpreter;
mod libraries;
mod library;
mod object;
mod of_language;
mod open_number;
mod outside;
mod pointer;
mod program;
mod runner;
mod rust;
mod scope;
mod staging;
mod standard;
mod tensor;
mod type_rules;
mod types;
mod value;

pub use evaluation::{
    Answer, HeaderPrograms, HostEvaluation, HostFile, HostNode, NotEvaluated, Site, Supposed, Variable,
    VariableKind,
};
pub use function::{Callable, ComputedBy};
pub use library::{Call, CallArgument, Computed, LibraryFunction};
pub use object::{ClassValue, Instance, Object};
pub use of_language::library_names;
pub use pointer::Pointer;
pub use program::{evaluate_program, evaluate_unless};
pub use runner::Runner;
pub use scope::{Scope, ScopeId};
pub use tensor::{MemorySpace, Tensor};
pub use types::HostType;
pub use value::{HostValue, ThreadSlice};

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// Each line of the libraries' code that names the interpreter's room.
    fn lines_that_name_the_interpreter(path: &Path, found: &mut Vec<String>) {
        if path.is_dir() {
            for entry in fs::read_dir(path).expect("a folder of the crate is read") {
                lines_that_name_the_interpreter(&entry.expect("an entry").path(), found);
            }
            return;
        }
        let code = fs::read_to_string(path).expect("a file of the crate is read");
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let named = code.lines().filter(is_code).filter(|line| line.contains("interpreter"));
        found.extend(named.map(|line| format!("{}: {}", path.display(), line.trim())));
    }

    #[test]
    fn libraries_and_values_do_not_know_the_interpreter() {
        let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/host");
        let mut found = Vec::new();
        for entry in fs::read_dir(&host).expect("the room is read") {
            let path = entry.expect("an entry").path();
            let may_know_it = ["interpreter", "mod.rs", "program.rs"].iter().any(|name| path.ends_with(name));
            if !may_know_it {
                lines_that_name_the_interpreter(&path, &mut found);
            }
        }
        assert_eq!(found, Vec::<String>::new());
    }
}
