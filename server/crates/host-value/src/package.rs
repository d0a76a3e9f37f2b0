//! Public packages of which a library says, in the language of the program, what their functions give.

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use layoutlens_syntax::{Language, parse, read_program};

use crate::evaluation::HostFile;

/// The folder that stands in front of the names of such files: no folder of a program has this name.
const FOLDER: &str = "(library)/";

/// A package. A program's own package of that name counts alone.
pub struct Package {
    /// Its name in imports.
    pub name: &'static str,
    /// Its modules.
    pub files: LazyLock<Vec<HostFile>>,
}

impl Package {
    /// Reads modules, each a path and its text.
    pub fn read(modules: &[(&str, &str)]) -> Vec<HostFile> {
        let file = |(path, text): &(&str, &str)| {
            let (_, tree) = parse(Language::Python, text, None);
            let program = Arc::new(read_program(Language::Python, text, &tree));
            HostFile { name: format!("{FOLDER}{path}"), language: Language::Python, program }
        };
        modules.iter().map(file).collect()
    }

    /// Whether a file is one of a package that the library has.
    pub fn has(file: &HostFile) -> bool {
        file.name.starts_with(FOLDER)
    }

    /// Whether a program that these files are needs the package: it imports it, and has none of this name.
    pub fn is_needed(&self, files: &[HostFile]) -> bool {
        let is_own = |file: &HostFile| {
            let stem = file.name.strip_suffix(".py").unwrap_or(&file.name);
            file.language == Language::Python && stem.split('/').any(|part| part == self.name)
        };
        let imports = |file: &HostFile| {
            let mut imports = file.program.imports.iter();
            imports.any(|import| import.path.split('.').next() == Some(self.name))
        };
        files.iter().any(imports) && !files.iter().any(is_own)
    }
}

impl fmt::Debug for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Package").field("name", &self.name).finish_non_exhaustive()
    }
}
