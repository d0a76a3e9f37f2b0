//! A notebook as the terminal reads it: its Python cells, in the order in which they stand, are one program.

use std::path::Path;

use layoutlens_ide::Diagnostic;
use layoutlens_syntax::Language;
use layoutlens_world::{Document, Stretch, program_of_cells};
use serde::Deserialize;

use super::document::{ReadError, Surroundings, text_of};

/// A notebook that was read.
#[derive(Debug)]
pub(super) struct Notebook {
    /// Its program.
    pub(super) program: Document,
    /// Its Python cells.
    pub(super) cells: Vec<Cell>,
}

/// A Python cell.
#[derive(Debug)]
pub(super) struct Cell {
    /// Which of all cells it is, prose among them, from 1.
    pub(super) number: usize,
    /// Its text, line by line as in the program.
    pub(super) source: String,
    /// Where it stands in the program.
    pub(super) stretch: Stretch,
}

impl Cell {
    /// Whether what begins at this byte of the program stands in the cell.
    pub(super) fn holds(&self, offset: usize) -> bool {
        self.stretch.bytes.start <= offset && offset <= self.stretch.bytes.end
    }

    /// What was found in the program, as the cell's own; `None` of what begins in another cell. An open bracket may take in the
    /// cell behind it: what goes on there ends with the cell here, and neither a fix nor another place is told that reaches
    /// over a cell's end.
    pub(super) fn own(&self, diagnostic: &Diagnostic) -> Option<Diagnostic> {
        let start = self.stretch.bytes.start;
        let moved =
            |range: &std::ops::Range<usize>| range.start.checked_sub(start)..range.end.checked_sub(start);
        let inside = |range: &std::ops::Range<usize>| match moved(range) {
            std::ops::Range { start: Some(from), end: Some(to) } if self.holds(range.end) => Some(from..to),
            _ => None,
        };
        let mut own = diagnostic.clone();
        if !self.holds(diagnostic.range.start) {
            return None;
        }
        let end = diagnostic.range.end.min(self.stretch.bytes.end);
        own.range = inside(&(diagnostic.range.start..end))?;
        own.related.retain_mut(|related| inside(&related.range).map(|range| related.range = range).is_some());
        own.fixes.retain_mut(|fix| inside(&fix.range).map(|range| fix.range = range).is_some());
        Some(own)
    }
}

/// What is read of the file.
#[derive(Debug, Deserialize)]
struct Book {
    cells: Vec<BookCell>,
    metadata: Option<Metadata>,
}

#[derive(Debug, Deserialize)]
struct BookCell {
    cell_type: String,
    #[serde(default)]
    source: Lines,
}

/// A text as the format has it: whole, or line by line.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Lines {
    Whole(String),
    Each(Vec<String>),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Whole(String::new())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    kernelspec: Option<Kernel>,
    language_info: Option<Kernel>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Kernel {
    name: String,
    language: String,
}

impl Metadata {
    /// Whether the cells may be Python: one that does not say so is.
    fn is_python(&self) -> bool {
        let language = self.language_info.as_ref().map(|info| &info.name);
        let of_kernel = || self.kernelspec.as_ref().map(|kernel| [&kernel.language, &kernel.name]);
        let said = language.into_iter().chain(of_kernel().into_iter().flatten());
        let said = said.map(|name| name.to_ascii_lowercase()).find(|name| !name.is_empty());
        said.is_none_or(|name| name.starts_with("python") || name.starts_with("ipython"))
    }
}

/// Whether a file is a notebook by its name.
pub(super) fn is_notebook(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ipynb"))
}

/// Reads a notebook at its place.
///
/// # Errors
/// The file cannot be read, or it is no notebook of the format's version 4.
pub(super) fn read(path: &Path, surroundings: &Surroundings) -> Result<Notebook, ReadError> {
    let text = text_of(path)?;
    let book: Book = serde_json::from_str(&text)
        .map_err(|error| ReadError::Notebook { path: path.to_owned(), reason: error.to_string() })?;
    let is_python = book.metadata.is_none_or(|metadata| metadata.is_python());
    let code = book.cells.into_iter().enumerate();
    let code = code.filter(|(_, cell)| is_python && cell.cell_type == "code").map(|(index, cell)| {
        let source = match cell.source {
            Lines::Whole(text) => text,
            Lines::Each(lines) => lines.concat(),
        };
        (index + 1, source)
    });
    let code: Vec<(usize, String)> = code.collect();
    let (program, stretches) = program_of_cells(code.iter().map(|(_, source)| source.as_str()));
    let cells = code.into_iter().zip(stretches);
    let cells = cells.map(|((number, source), stretch)| Cell { number, source, stretch }).collect();
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    Ok(Notebook { program: surroundings.document(&path, Language::Python, &program), cells })
}
