//! One program: what is analysed, and what is compiled to print its values.

use std::fmt::Write;

/// A line, and what the compiled program shows behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) text: String,
    /// Variables whose values are shown.
    pub(super) values: Vec<String>,
    /// Names of types of which a value is shown.
    pub(super) types: Vec<String>,
    /// Integers whose values are noted: what is shown may hold their names.
    pub(super) integers: Vec<String>,
}

/// A random program.
#[derive(Debug)]
pub(super) struct Program {
    /// Names its namespace and its file.
    pub(super) number: usize,
    /// Standard headers besides CuTe's: `vector`.
    pub(super) includes: Vec<&'static str>,
    /// What stands before `main`.
    pub(super) definitions: Vec<Line>,
    /// The statements of `main`.
    pub(super) main: Vec<Line>,
    /// Definitions of what the program only declares: another translation unit's.
    pub(super) elsewhere: Vec<String>,
    /// Macros, which know no namespace.
    pub(super) macros: Vec<String>,
}

impl Program {
    /// The name of its file.
    pub(super) fn file(&self) -> String {
        format!("p{}.cu", self.number)
    }

    /// The name of the function that runs it.
    pub(super) fn entry(&self) -> String {
        format!("p{}::main", self.number)
    }

    /// What `layoutlens` reads.
    pub(super) fn analysed(&self) -> String {
        let mut text = self.head();
        for line in self.lines() {
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// The same in a namespace of its own, with prints, without includes; lines keep their numbers.
    pub(super) fn compiled(&self) -> String {
        let head = self.head();
        let mut text = format!("#line {} \"{}\"\n", head.lines().count(), self.file());
        let _ = writeln!(text, "namespace p{} {{ using namespace cute;", self.number);
        let first = head.lines().count() + 1;
        for (at, line) in self.lines().enumerate() {
            let number = first + at;
            text.push_str(&line.text);
            for name in &line.values {
                let _ = write!(text, " ::lens::show({number}, \"{name}\", {name});");
            }
            for name in &line.integers {
                let _ = write!(text, " ::lens::note(\"{name}\", {name});");
            }
            for name in &line.types {
                let _ = write!(text, " ::lens::type<{name}>({number}, \"{name}\");");
            }
            text.push('\n');
        }
        for definition in &self.elsewhere {
            let _ = writeln!(text, "{definition}");
        }
        text.push_str("}\n");
        for name in &self.macros {
            let _ = writeln!(text, "#undef {name}");
        }
        text
    }

    fn head(&self) -> String {
        let mut head = String::new();
        for include in &self.includes {
            let _ = writeln!(head, "#include <{include}>");
        }
        head + "#include <cute/tensor.hpp>\nusing namespace cute;\n"
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.definitions.iter().chain(&self.main)
    }
}
