//! What a check found, before it is printed in one of four formats.

pub(super) mod github;
pub(super) mod human;
pub(super) mod json;
pub(super) mod sarif;

use std::path::{Path, PathBuf};

use layoutlens_ide::Diagnostic;
use layoutlens_world::Document;
use ropey::Rope;

use super::fix::{FixedFinding, Fixing, Mode};
use super::notebook::{Cell, Notebook};
use super::terminal;

/// The outcome of a whole check.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Files with findings, fixed or not, in the order of their paths.
    pub files: Vec<CheckedFile>,
    /// How many files were read.
    pub files_read: usize,
    /// How many layouts were read: statements and layout comments.
    pub layouts_read: usize,
    /// What could not be checked.
    pub troubles: Vec<Trouble>,
    /// Whether fixes were made or shown; `None` when they were not asked for.
    pub mode: Option<Mode>,
}

/// A file that was read, and its findings.
#[derive(Debug)]
pub(super) struct CheckedFile {
    /// Where it is, as the user named it or the folder around it.
    pub path: PathBuf,
    /// Of a notebook, which of its cells this is, from 1: lines and columns are those of the cell.
    pub cell: Option<usize>,
    /// Its text. The analysis behind the findings is dropped: a check reads more files than memory holds analyses of.
    pub rope: Rope,
    /// Its findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Its statements and layout comments.
    pub layouts_read: usize,
    /// Findings that were fixed, or would be.
    pub fixed: Vec<FixedFinding>,
    /// What would change in it.
    pub diff: Option<String>,
    /// Why it was not fixed.
    pub refusal: Option<String>,
}

/// Something that could not be checked.
#[derive(Debug)]
pub(super) struct Trouble {
    /// What and why.
    pub message: String,
    /// Whether the check failed by it: the user named the path, or it is an error of this program.
    pub is_failure: bool,
}

impl CheckedFile {
    /// Analyses a document; accesses of plain kernels are findings where they cost at least `accesses` times the least.
    pub(super) fn new(path: PathBuf, document: &Document, accesses: Option<u32>) -> Self {
        let analysis = document.analysis();
        let whole = 0..analysis.text.len();
        let mut diagnostics = layoutlens_ide::diagnostics_with_fixes(&analysis, &whole);
        if let Some(at_least) = accesses {
            diagnostics.extend(layoutlens_ide::access_findings(&analysis, at_least));
            diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        }
        let layouts_read = analysis.file.annotations.len() + analysis.file.comments.len();
        let rope = document.rope().clone();
        let (fixed, diff, refusal) = (Vec::new(), None, None);
        Self { path, cell: None, rope, diagnostics, layouts_read, fixed, diff, refusal }
    }

    /// Analyses a notebook: its cells.
    pub(super) fn cells(path: &Path, notebook: &Notebook) -> Vec<Self> {
        let analysis = notebook.program.analysis();
        let diagnostics = layoutlens_ide::diagnostics_with_fixes(&analysis, &(0..analysis.text.len()));
        let begins = analysis.file.annotations.iter().map(|annotation| annotation.range.start);
        let begins: Vec<usize> =
            begins.chain(analysis.file.comments.iter().map(|comment| comment.range.start)).collect();
        let of_cell = |cell: &Cell| Self {
            path: path.to_owned(),
            cell: Some(cell.number),
            rope: Rope::from_str(analysis.text.get(cell.stretch.bytes.clone()).unwrap_or_default()),
            diagnostics: diagnostics.iter().filter_map(|diagnostic| cell.own(diagnostic)).collect(),
            layouts_read: begins.iter().filter(|begin| cell.holds(**begin)).count(),
            fixed: Vec::new(),
            diff: None,
            refusal: None,
        };
        notebook.cells.iter().map(of_cell).collect()
    }

    /// What is left in a document whose safe fixes were made.
    pub(super) fn fixed(path: PathBuf, fixing: Fixing, accesses: Option<u32>) -> Self {
        let Fixing { document, fixed, refusal, diff } = fixing;
        Self { fixed, diff, refusal, ..Self::new(path, &document, accesses) }
    }

    /// The path with `/` between its parts, on every system.
    pub(super) fn path_text(&self) -> String {
        path_text(&self.path)
    }

    /// The path, and the cell of a notebook: `book.ipynb#cell3`.
    pub(super) fn place_text(&self) -> String {
        match self.cell {
            Some(number) => format!("{}#cell{number}", self.path_text()),
            None => self.path_text(),
        }
    }
}

/// A path with `/` between its parts, on every system.
pub(super) fn path_text(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        text.into_owned()
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

impl Report {
    /// Counts a file; keeps those of its parts, of which a notebook has several, that have findings.
    pub(super) fn add(&mut self, parts: Vec<CheckedFile>) {
        self.files_read += 1;
        for part in parts {
            self.add_part(part);
        }
    }

    fn add_part(&mut self, file: CheckedFile) {
        self.layouts_read += file.layouts_read;
        if let Some(refusal) = &file.refusal {
            let message = format!("{}: {refusal}", terminal::path(&file.path));
            self.troubles.push(Trouble { message, is_failure: true });
        }
        if !file.diagnostics.is_empty() || !file.fixed.is_empty() {
            self.files.push(file);
        }
    }

    /// All findings that are left, file by file.
    pub(super) fn findings(&self) -> impl Iterator<Item = (&CheckedFile, &Diagnostic)> {
        self.files.iter().flat_map(|file| file.diagnostics.iter().map(move |diagnostic| (file, diagnostic)))
    }
}
