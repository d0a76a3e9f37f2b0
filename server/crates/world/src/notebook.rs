//! Notebooks: the Python cells of one are one program, in the order in which they stand.
//!
//! The program is a [`Document`](crate::Document) under the notebook's URI, read and kept fresh as any other; a cell is a
//! stretch of its lines.

use std::ops::Range;

use layoutlens_eval::host::OfLanguage;
use layoutlens_syntax::{Language, RUNS_ANYTHING, reaches_the_interpreter, without_magics};
use ropey::Rope;

use crate::{Change, Document, Encoding, LostEdit, Position};

/// A cell as an editor brings it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCell {
    /// Its URI, which is no file's.
    pub uri: String,
    /// Version and text; none of a cell that is no Python.
    pub python: Option<(i32, String)>,
}

/// A change of a notebook as the editor describes it. The cells come and go first, then their texts change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotebookChange {
    /// From which cell on how many go, and what comes in their place.
    pub cells: Option<(usize, usize, Vec<NewCell>)>,
    /// The cells whose texts change, each with its next version.
    pub texts: Vec<(String, i32, Vec<Change>)>,
}

/// A notebook that is open.
#[derive(Debug, Clone)]
pub struct Notebook {
    cells: Vec<Cell>,
    libraries: OfLanguage,
    /// A change that has no place among the cells.
    lost: Option<LostEdit>,
}

/// A cell, and where it stands in the program.
#[derive(Debug, Clone)]
pub struct Cell {
    uri: String,
    /// Its own text, to which edits go; none of what is no Python.
    source: Option<Document>,
    lines: Range<u32>,
    bytes: Range<usize>,
}

/// Where the lines of texts stand that were joined to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The lines of the program.
    pub lines: Range<u32>,
    /// The bytes of the program, without the line break that ends them.
    pub bytes: Range<usize>,
}

/// The program of some cells, each followed by a line break, and where each stands in it.
///
/// ```
/// let (program, stretches) = layoutlens_world::program_of_cells(["a = 4", "%pwd\nb = a\n"]);
/// assert_eq!(program, "a = 4\n    \nb = a\n\n");
/// assert_eq!(stretches[1].lines, 1..4);
/// assert_eq!(&program[stretches[1].bytes.clone()], "    \nb = a\n");
/// ```
pub fn program_of_cells<'a>(cells: impl IntoIterator<Item = &'a str>) -> (String, Vec<Stretch>) {
    let (mut program, mut stretches, mut line) = (String::new(), Vec::new(), 0u32);
    let mut is_reached = false;
    for cell in cells {
        if is_reached {
            // A line of no cell.
            program += &format!("{RUNS_ANYTHING}\n");
            line = line.saturating_add(1);
        }
        is_reached |= reaches_the_interpreter(cell);
        let python = without_magics(cell) + "\n";
        let count = Rope::from_str(&python).len_lines().saturating_sub(1);
        let lines = line..line.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        let start = program.len();
        program += &python;
        line = lines.end;
        stretches.push(Stretch { lines, bytes: start..program.len() - 1 });
    }
    (program, stretches)
}

impl Cell {
    fn new(new: NewCell, libraries: OfLanguage) -> Self {
        let read =
            |(version, text): (i32, String)| Document::new(version, Language::Python, &text, libraries);
        let source = new.python.map(read);
        Self { uri: new.uri, source, lines: 0..0, bytes: 0..0 }
    }

    /// Its URI.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The version that the editor gave its text.
    pub fn version(&self) -> i32 {
        self.source.as_ref().map_or(0, Document::version)
    }

    /// Whether it is part of the program.
    pub fn is_read(&self) -> bool {
        self.source.is_some()
    }

    /// Its bytes in the program.
    pub fn bytes(&self) -> Range<usize> {
        self.bytes.clone()
    }

    /// Where a position of the cell is in the program. One below its last line is where the next cell begins, which is no
    /// place in it: the end of its last line is taken.
    pub fn in_program(&self, at: Position) -> Position {
        let line = self.lines.start.saturating_add(at.line);
        match line < self.lines.end {
            true => Position { line, column: at.column },
            false => Position { line: self.lines.end.saturating_sub(1), column: u32::MAX },
        }
    }

    /// Where a position of the program is in the cell.
    pub fn from_program(&self, at: Position) -> Position {
        Position { line: at.line.saturating_sub(self.lines.start), column: at.column }
    }
}

impl Notebook {
    /// A notebook as opened, and its program.
    pub fn new(cells: Vec<NewCell>, libraries: OfLanguage) -> (Self, String) {
        let cells = cells.into_iter().map(|cell| Cell::new(cell, libraries)).collect();
        let mut notebook = Self { cells, libraries, lost: None };
        let program = notebook.join();
        (notebook, program)
    }

    /// Applies a change; the program behind it.
    pub fn change(&mut self, change: NotebookChange, encoding: Encoding) -> String {
        if let Some((start, deleted, new)) = change.cells {
            let end = start.saturating_add(deleted);
            if end <= self.cells.len() {
                let mut added: Vec<Cell> =
                    new.into_iter().map(|cell| Cell::new(cell, self.libraries)).collect();
                let removed: Vec<Cell> = self.cells.splice(start..end, []).collect();
                // An editor sends no text of a cell that it only moves.
                for cell in added.iter_mut().filter(|cell| cell.source.is_none()) {
                    let moved = removed.iter().find(|old| old.uri == cell.uri);
                    cell.source = moved.and_then(|old| old.source.clone());
                }
                self.cells.splice(start..start, added);
            } else {
                self.lost.get_or_insert(LostEdit::Unreadable);
            }
        }
        for (uri, version, changes) in change.texts {
            let cell = self.cells.iter_mut().find(|cell| cell.uri == uri);
            match cell.and_then(|cell| cell.source.as_mut()) {
                Some(source) => source.edit(version, changes, encoding),
                None => {
                    self.lost.get_or_insert(LostEdit::Unreadable);
                }
            }
        }
        self.join()
    }

    /// Notes that a change did not arrive: the program is the editor's no longer, until the notebook is opened again.
    pub(crate) fn lose(&mut self, why: LostEdit) {
        self.lost.get_or_insert(why);
    }

    fn join(&mut self) -> String {
        let texts: Vec<Option<String>> = self
            .cells
            .iter()
            .map(|cell| cell.source.as_ref().map(|source| source.rope().to_string()))
            .collect();
        let (program, stretches) = program_of_cells(texts.iter().flatten().map(String::as_str));
        let mut stretches = stretches.into_iter();
        for cell in self.cells.iter_mut().filter(|cell| cell.source.is_some()) {
            // A cell that kept the place that it had before would show what another one says.
            let Some(stretch) = stretches.next() else {
                debug_assert!(false, "a cell that is read has a stretch of the program");
                (cell.lines, cell.bytes) = (0..0, program.len()..program.len());
                continue;
            };
            (cell.lines, cell.bytes) = (stretch.lines, stretch.bytes);
        }
        program
    }

    /// Why the program is not the editor's, when it is not.
    pub fn lost(&self) -> Option<&LostEdit> {
        let of_cells = || self.cells.iter().find_map(|cell| cell.source.as_ref()?.lost());
        self.lost.as_ref().or_else(of_cells)
    }

    /// All cells, in the order in which they stand.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell of this URI.
    pub fn cell(&self, uri: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.uri == uri && cell.is_read())
    }

    /// The cell in which a byte of the program stands.
    pub fn cell_at(&self, offset: usize) -> Option<&Cell> {
        self.cells
            .iter()
            .find(|cell| cell.is_read() && cell.bytes.start <= offset && offset <= cell.bytes.end)
    }
}

#[cfg(test)]
mod tests {
    use layoutlens_library::of_language;

    use super::*;

    fn python(uri: &str, text: &str) -> NewCell {
        NewCell { uri: uri.into(), python: Some((1, text.into())) }
    }

    #[test]
    fn cells_come_go_and_change_in_the_order_of_the_document() {
        let markdown = NewCell { uri: "m".into(), python: None };
        let (mut notebook, program) =
            Notebook::new(vec![python("a", "x = 4"), markdown, python("b", "y = x")], of_language);
        assert_eq!(program, "x = 4\ny = x\n");
        let splice =
            NotebookChange { cells: Some((1, 1, vec![python("c", "x = 5\n")])), ..Default::default() };
        assert_eq!(notebook.change(splice, Encoding::Utf16), "x = 4\nx = 5\n\ny = x\n");
        let at = |line, column| Position { line, column };
        let edit = Change::Range { start: at(0, 4), end: at(0, 5), text: "16".into() };
        let texts = NotebookChange { texts: vec![("c".into(), 2, vec![edit])], ..Default::default() };
        assert_eq!(notebook.change(texts, Encoding::Utf16), "x = 4\nx = 16\n\ny = x\n");
        let last = notebook.cell("b").expect("a cell");
        assert_eq!((last.in_program(at(0, 2)), last.in_program(at(7, 0))), (at(3, 2), at(3, u32::MAX)));
        assert_eq!(last.from_program(at(3, 2)), at(0, 2));
        assert_eq!(notebook.cell_at(8).map(Cell::uri), Some("c"));
        assert_eq!((notebook.cell("m").is_none(), notebook.lost()), (true, None));
    }

    #[test]
    fn a_cell_that_is_moved_keeps_its_text() {
        let (mut notebook, _) = Notebook::new(
            vec![python("a", "x = 4"), python("b", "x = 8"), python("c", "y = x")],
            of_language,
        );
        let moved = |uri: &str| NewCell { uri: uri.into(), python: None };
        let splice =
            NotebookChange { cells: Some((0, 2, vec![moved("b"), moved("a")])), ..Default::default() };
        assert_eq!(notebook.change(splice, Encoding::Utf16), "x = 8\nx = 4\ny = x\n");
    }

    #[test]
    fn behind_a_cell_that_reaches_the_interpreter_no_name_is_certain() {
        let (program, stretches) = program_of_cells(["x = 4\nget_ipython()", "y = x"]);
        assert_eq!(program, format!("exec(__)     \n{}\nexec(__)\ny = x\n", " ".repeat(13)));
        assert_eq!((stretches[1].lines.clone(), &program[stretches[1].bytes.clone()]), (3..4, "y = x"));
    }

    #[test]
    fn a_change_of_a_cell_that_is_not_there_loses_the_notebook() {
        let (mut notebook, _) = Notebook::new(vec![python("a", "x = 4")], of_language);
        let splice = NotebookChange { cells: Some((1, 1, Vec::new())), ..Default::default() };
        notebook.change(splice, Encoding::Utf16);
        assert_eq!(notebook.lost(), Some(&LostEdit::Unreadable));
    }
}
